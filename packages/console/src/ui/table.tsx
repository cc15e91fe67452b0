import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  memo,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useKeys } from '../keys/keys';
import { type Data, Heads, type HeadsProps, arrowStep } from './table-heads';
import styles from './table.module.css';

export type { Column } from './table-heads';

interface TableProps<Row> extends HeadsProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Returns further attributes of a row. */
  readonly attributesOf?: ((row: Row) => Data) | undefined;
  readonly className?: string | undefined;
  readonly caption?: ReactNode;
  /** Name of the box that the table scrolls in, at which Tab stops; empty for a box without a name; absent for no box. */
  readonly box?: string;
  /** Whether a row is a card on a phone; the sheet of the page has the areas. */
  readonly isOfCards?: boolean | undefined;
  /** CSS widths in the order of the columns; undefined members share what is left. */
  readonly widths?: readonly (string | undefined)[] | undefined;
  /** CSS width below which the table scrolls. */
  readonly minWidth?: string | undefined;
  /** Opens a row that is clicked beside its links and buttons. */
  readonly onOpen?: (row: Row) => void;
  /** Title in the help and noun of a row, for keys that move between the links of rows. */
  readonly keys?: Words;
  /** Whether Tab stops in one row only, in which the left and right arrows move. */
  readonly isRoving?: boolean;
}

/** Table whose numbers end in a line, with headings that order the rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, attributesOf, className, caption, box, isOfCards, widths, minWidth } = props;
  const { sort, onSort, sizing, onOpen, keys, isRoving = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const active = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === activeKey),
  );
  const rowAt = (target: EventTarget): Row | undefined =>
    rows[(target as Element).closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex ?? -1];
  const click = ({ target }: MouseEvent): void => {
    const row = rowAt(target);
    if (row === undefined || (target as Element).closest('a, button') !== null) return;
    if (getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  const focus = ({ target }: { readonly target: EventTarget }): void => {
    const row = rowAt(target);
    setActiveKey(row && keyOf(row));
  };
  const table = (
    <table
      className={`${styles.table} ${className ?? ''}`}
      data-opens={onOpen !== undefined}
      data-cards={isOfCards}
      style={{ minWidth }}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      {widths && (
        <colgroup>
          {columns.map(({ name }, n) => (
            <col key={name} style={{ width: widths[n] }} />
          ))}
        </colgroup>
      )}
      {columns.some(({ title }) => title !== undefined) && <Heads {...{ columns, sort, onSort, sizing }} />}
      <tbody
        ref={body}
        onClick={click}
        onKeyDown={isRoving ? moveInRow : undefined}
        onFocus={isRoving ? focus : undefined}
      >
        {rows.map((row, n) => (
          <TableRow
            key={keyOf(row)}
            {...{ columns, row, attributesOf, isOfCards }}
            isActive={!isRoving || n === active}
          />
        ))}
      </tbody>
      {keys && <RowKeys body={body} active={active} {...keys} />}
    </table>
  );
  if (box === undefined) return table;
  return (
    <div className={styles.box} {...(box !== '' && { role: 'region', 'aria-label': box, tabIndex: 0 })}>
      {table}
    </div>
  );
}

interface RowProps<Row> extends Pick<TableProps<Row>, 'columns' | 'attributesOf' | 'isOfCards'> {
  readonly row: Row;
  readonly isActive: boolean;
}

const TableRow = memo(function TableRow<Row>({ columns, row, attributesOf, isOfCards, isActive }: RowProps<Row>) {
  return (
    <tr {...attributesOf?.(row)}>
      {columns.map(({ name, isNumber, isHead, isWide, from, show, cell }) => {
        const Cell = isHead === true ? 'th' : 'td';
        return (
          <Cell
            key={name}
            scope={isHead === true ? 'row' : undefined}
            data-column={name}
            data-number={isNumber}
            data-wide={isWide}
            data-from={from}
            style={isOfCards === true ? { gridArea: name } : undefined}
            {...cell?.(row)}
          >
            {show(row, isActive)}
          </Cell>
        );
      })}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

/** Moves the focus with the left and right arrows between the links and buttons of a row, as Tab does. */
function moveInRow(event: KeyboardEvent): void {
  const step = arrowStep(event);
  const row = (event.target as Element).closest('tr');
  if (step === 0 || row === null) return;
  const stops = [...row.querySelectorAll<HTMLElement>('a, button')];
  stops[stops.indexOf(event.target as HTMLElement) + step]?.focus();
  event.preventDefault();
}

interface Words {
  readonly title: string;
  readonly noun: string;
}

interface RowKeysProps extends Words {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Index of the row that the first key leads to. */
  readonly active: number;
}

/** Keys that move between the links of rows. */
function RowKeys({ body, active, title, noun }: RowKeysProps) {
  useKeys(
    useMemo(() => {
      const go = (by: 1 | -1) => () => {
        const links = [...(body.current?.querySelectorAll('a') ?? [])];
        const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true);
        const link = links[at < 0 ? active : at + by];
        link?.focus({ preventScroll: true });
        link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
      };
      const [next, previous] = [
        { help: `next ${noun}`, run: go(1) },
        { help: `previous ${noun}`, run: go(-1) },
      ];
      return {
        title,
        keys: [
          { key: 'j', ...next },
          { key: 'k', ...previous },
          { key: 'ArrowDown', ...next },
          { key: 'ArrowUp', ...previous },
        ],
      };
    }, [body, active, title, noun]),
  );
  return null;
}
