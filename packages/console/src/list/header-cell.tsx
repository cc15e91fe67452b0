import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useWidth } from '../ui/use-width';
import { LEAST_WIDTH, MOST_WIDTH } from './column-layout';
import { type ColumnId, columnOf } from './columns';
import styles from './trace-table.module.css';

interface HeaderCellProps {
  readonly id: ColumnId;
  /** Whether Tab stops at this heading; it stops at one of all columns. */
  readonly isStop: boolean;
  readonly onStop: (id: ColumnId) => void;
  /** Order as in the API: `latency.desc`. */
  readonly sort: string;
  /** Absent if the order cannot be changed now. */
  readonly onSort?: ((sort: string) => void) | undefined;
  /** Sets the width in pixels; undefined resets it. */
  readonly onWidth: (id: ColumnId, width: number | undefined) => void;
}

const STEP = 16;

/** Heading of a column, which orders the list, and the edge that resizes the column. */
export function HeaderCell({ id, isStop, onStop, sort, onSort, onWidth }: HeaderCellProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const width = useWidth(cell);
  const { title, orderBy, isNumber } = columnOf(id);
  const [sorted, direction] = sort.split('.');
  const isSorted = orderBy !== undefined && orderBy === sorted && onSort !== undefined;
  const isUp = direction === 'asc';
  const isButton = orderBy !== undefined && onSort !== undefined;
  const tabIndex = isStop ? 0 : -1;
  // Arrows at the edge, or Shift with arrows at the title: arrows alone at the title move between columns.
  const press = (event: KeyboardEvent): void => {
    const isArrow = event.shiftKey || isEdge(event);
    if (isArrow && event.key === 'ArrowLeft') onWidth(id, width - STEP);
    else if (isArrow && event.key === 'ArrowRight') onWidth(id, width + STEP);
    else if (event.key === 'Delete') onWidth(id, undefined);
    else return;
    event.preventDefault();
  };
  return (
    <th
      ref={cell}
      scope="col"
      data-number={isNumber}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
      tabIndex={isButton ? undefined : tabIndex}
      onKeyDown={press}
      onFocus={() => onStop(id)}
    >
      {isButton ? (
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={() => onSort(`${orderBy}.${isSorted && !isUp ? 'asc' : 'desc'}`)}
        >
          {title}
          {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
        </button>
      ) : (
        title
      )}
      <Edge title={title} width={width} onWidth={(to) => onWidth(id, to)} />
    </th>
  );
}

/** Moves the focus with the left and right arrows between the titles of columns. */
export function moveInHeader(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.defaultPrevented) return;
  const cells = [...event.currentTarget.querySelectorAll('th')];
  const to = cells[cells.findIndex((each) => each.contains(event.target as Element)) + step];
  (to?.querySelector('button') ?? to)?.focus();
  event.preventDefault();
}

const isEdge = ({ target }: KeyboardEvent): boolean => (target as Element).role === 'slider';

interface EdgeProps {
  readonly title: string;
  /** Width in pixels. */
  readonly width: number;
  readonly onWidth: (width: number | undefined) => void;
}

/** Edge of a column, dragged to resize it; a double click resets the width. For its keys see `HeaderCell`. */
function Edge({ title, width, onWidth }: EdgeProps) {
  const drag = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const begin = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const move = ({ clientX }: PointerEvent): void => {
    if (drag.current !== undefined) onWidth(drag.current.width + clientX - drag.current.x);
  };
  return (
    <span
      className={styles.edge}
      role="slider"
      aria-label={`Width of the column ${title}`}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={Math.max(MOST_WIDTH, width)}
      aria-valuenow={width}
      tabIndex={-1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => (drag.current = undefined)}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
