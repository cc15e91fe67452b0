import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { LEAST_WIDTH, MOST_WIDTH } from './column-layout';
import { type ColumnId, columnOf } from './columns';
import styles from './trace-table.module.css';

interface HeaderCellProps {
  readonly id: ColumnId;
  /** As the API takes it: `latency.desc`. */
  readonly sort: string;
  /** Absent: the order cannot be chosen now. */
  readonly onSort?: ((sort: string) => void) | undefined;
  /** In pixels; undefined: the usual width. */
  readonly onWidth: (id: ColumnId, width: number | undefined) => void;
}

/** The title of a column, which orders the list, and the edge by which the column is drawn wider. */
export function HeaderCell({ id, sort, onSort, onWidth }: HeaderCellProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const { title, orderBy, isNumber } = columnOf(id);
  const [sorted, direction] = sort.split('.');
  const isSorted = orderBy !== undefined && orderBy === sorted && onSort !== undefined;
  const isUp = direction === 'asc';
  return (
    <th
      ref={cell}
      scope="col"
      data-number={isNumber}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      {orderBy === undefined || onSort === undefined ? (
        title
      ) : (
        <button type="button" onClick={() => onSort(`${orderBy}.${isSorted && !isUp ? 'asc' : 'desc'}`)}>
          {title}
          {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
        </button>
      )}
      <Edge title={title} widthNow={() => cell.current?.offsetWidth ?? 0} onWidth={(width) => onWidth(id, width)} />
    </th>
  );
}

interface EdgeProps {
  readonly title: string;
  readonly widthNow: () => number;
  readonly onWidth: (width: number | undefined) => void;
}

const STEP = 16;

/** Drawn by the pointer or by left and right; a double click, or Delete, gives the usual width back. */
function Edge({ title, widthNow, onWidth }: EdgeProps) {
  const drag = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const begin = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: widthNow() };
  };
  const move = ({ clientX }: PointerEvent): void => {
    if (drag.current !== undefined) onWidth(drag.current.width + clientX - drag.current.x);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') onWidth(widthNow() - STEP);
    else if (event.key === 'ArrowRight') onWidth(widthNow() + STEP);
    else if (event.key === 'Delete') onWidth(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <span
      className={styles.edge}
      role="slider"
      aria-label={`Width of the column ${title}`}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuenow={Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, widthNow()))}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => (drag.current = undefined)}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={press}
    />
  );
}
