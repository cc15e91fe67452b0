import { type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import styles from './table.module.css';
import { useWidth } from './use-width';

const STEP = 16;

/** Further attributes that sheets select by. */
export type Data = Readonly<Record<`data-${string}`, string | boolean | undefined>>;

/** Column of a table. */
export interface Column<Row> {
  /** Key, name in sheets (`data-column`), and area of a card. */
  readonly name: string;
  /** Heading; absent in all columns of a table without headings. */
  readonly title?: ReactNode;
  readonly isNumber?: boolean | undefined;
  /** Whether the cells name their rows. */
  readonly isHead?: boolean;
  /** Whether the column has the width that others leave; its texts are cut. */
  readonly isWide?: boolean;
  /** Width of the window in pixels below which the column is hidden. */
  readonly from?: 500 | 900 | 1200 | undefined;
  /** Member that rows can be ordered by; absent if there is none. */
  readonly orderBy?: string | undefined;
  /** Title of the button that orders the rows. */
  readonly orderHint?: string;
  /** @param isActive whether Tab stops at the links and buttons of the row */
  readonly show: (row: Row, isActive: boolean) => ReactNode;
  /** Returns further attributes of a cell. */
  readonly cell?: (row: Row) => ComponentProps<'td'> & Data;
}

/** Widths of columns that the user sets, in pixels. */
export interface Sizing {
  readonly least: number;
  readonly most: number;
  /** Sets the width of a column; undefined resets it. */
  readonly onWidth: (name: string, width: number | undefined) => void;
}

export interface HeadsProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Order as in the API: `latency.desc`. */
  readonly sort?: string | undefined;
  /** Absent if the order cannot be changed. */
  readonly onSort?: ((sort: string) => void) | undefined;
  /** With it, Tab stops at one heading, and arrows move between all. */
  readonly sizing?: Sizing | undefined;
}

/** Headings of a table. */
export function Heads<Row>({ columns, sort, onSort, sizing }: HeadsProps<Row>) {
  const [stop, setStop] = useState<string>();
  const stopAt = Math.max(
    0,
    columns.findIndex(({ name }) => name === stop),
  );
  return (
    <thead onKeyDown={sizing && moveInHeads}>
      <tr>
        {columns.map((column, n) => {
          const { name } = column;
          const head = { column, sort, onSort };
          if (sizing === undefined) return <Head key={name} {...head} />;
          return (
            <SizedHead
              key={name}
              {...head}
              stop={n === stopAt ? 0 : -1}
              onFocus={() => setStop(name)}
              sizing={sizing}
            />
          );
        })}
      </tr>
    </thead>
  );
}

interface HeadProps<Row> extends Pick<HeadsProps<Row>, 'sort' | 'onSort'>, ComponentProps<'th'> {
  readonly column: Column<Row>;
  /** `tabIndex` of the heading or its button; undefined for that of HTML. */
  readonly stop?: 0 | -1;
}

/** Heading of a column, which orders the rows if it can. */
function Head<Row>({ column, sort = '', onSort, stop, children, ...cell }: HeadProps<Row>) {
  const { name, title, isNumber, isWide, from, orderBy, orderHint } = column;
  const [sorted, direction] = sort.split('.');
  const isSorted = orderBy !== undefined && orderBy === sorted && onSort !== undefined;
  const isUp = direction === 'asc';
  const isButton = orderBy !== undefined && onSort !== undefined;
  return (
    <th
      scope="col"
      data-column={name}
      data-number={isNumber}
      data-wide={isWide}
      data-from={from}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
      tabIndex={isButton ? undefined : stop}
      {...cell}
    >
      {isButton ? (
        <button
          type="button"
          tabIndex={stop}
          title={orderHint}
          onClick={() => onSort(`${orderBy}.${isSorted && !isUp ? 'asc' : 'desc'}`)}
        >
          {title}
          {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
        </button>
      ) : (
        title
      )}
      {children}
    </th>
  );
}

interface SizedHeadProps<Row> extends HeadProps<Row> {
  readonly sizing: Sizing;
}

/** Heading with an edge that resizes its column. */
function SizedHead<Row>({ sizing, ...head }: SizedHeadProps<Row>) {
  const cell = useRef<HTMLTableCellElement>(null);
  const width = useWidth(cell);
  const { name, title } = head.column;
  const onWidth = (to: number | undefined): void => sizing.onWidth(name, to);
  // Arrows at the edge, or Shift with arrows at the title: arrows alone at the title move between columns.
  const press = (event: KeyboardEvent): void => {
    const isArrow = event.shiftKey || (event.target as Element).role === 'slider';
    if (isArrow && event.key === 'ArrowLeft') onWidth(width - STEP);
    else if (isArrow && event.key === 'ArrowRight') onWidth(width + STEP);
    else if (event.key === 'Delete') onWidth(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <Head ref={cell} onKeyDown={press} {...head}>
      <Edge title={typeof title === 'string' ? title : name} {...{ sizing, width, onWidth }} />
    </Head>
  );
}

/** Returns the direction of a left or right arrow; 0 for any other key. */
export const arrowStep = ({ key }: KeyboardEvent): -1 | 0 | 1 =>
  key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;

/** Moves the focus with the left and right arrows between the titles of columns. */
function moveInHeads(event: KeyboardEvent): void {
  const step = arrowStep(event);
  if (step === 0 || event.defaultPrevented) return;
  const cells = [...event.currentTarget.querySelectorAll('th')];
  const to = cells[cells.findIndex((each) => each.contains(event.target as Element)) + step];
  (to?.querySelector('button') ?? to)?.focus();
  event.preventDefault();
}

interface EdgeProps {
  readonly title: string;
  readonly sizing: Pick<Sizing, 'least' | 'most'>;
  /** Width of the column in pixels. */
  readonly width: number;
  readonly onWidth: (width: number | undefined) => void;
}

/** Edge of a column, dragged to resize it; a double click resets the width. For its keys see `SizedHead`. */
function Edge({ title, sizing: { least, most }, width, onWidth }: EdgeProps) {
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
      aria-valuemin={least}
      aria-valuemax={Math.max(most, width)}
      aria-valuenow={width}
      tabIndex={-1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => (drag.current = undefined)}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
