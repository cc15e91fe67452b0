import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import type { ListedTrace } from '../api/types';
import { useKeys } from '../keys/keys';
import { navigate } from '../url/navigate';
import { cssWidthOf, leastTableWidth, resized } from './column-layout';
import { setColumns, useColumns } from './column-settings';
import type { ColumnId } from './columns';
import { HeaderCell, moveInHeader } from './header-cell';
import { lettersOf } from './number-text';
import { TraceRow } from './trace-row';
import styles from './trace-table.module.css';
import { type ChosenValue, ValueMenu } from './value-menu';

interface TraceTableProps {
  readonly traces: readonly ListedTrace[];
  /** Ids of traces that arrived while the list was open. */
  readonly fresh?: ReadonlySet<string>;
  /** See `HeaderCell`. */
  readonly sort: string;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** Query of the list, for the link back. */
  readonly list: string;
  /** See `Cell`. */
  readonly sought?: string;
}

const NONE: ReadonlySet<string> = new Set();

/** Page of traces. One row is active: keys move it, and Tab moves through its buttons and links. */
export function TraceTable({ traces, fresh = NONE, sort, onSort, list, sought = '' }: TraceTableProps) {
  const { layout, shown, isCards } = useColumns();
  const table = useRef<HTMLTableElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const [stop, setStop] = useState<ColumnId>();
  const [chosen, setChosen] = useState<ChosenValue>();
  const letters = useMemo(() => shown.map((id) => lettersOf(id, traces)), [shown, traces]);
  const widths = shown.map((id, n) => cssWidthOf(layout, id, letters[n] ?? 0));
  const stopAt = Math.max(0, shown.indexOf(stop as ColumnId));
  const active = Math.max(
    0,
    traces.findIndex(({ id }) => id === activeId),
  );

  useKeys(
    useMemo(() => {
      const go = (by: 1 | -1) => () => {
        const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody [data-open]') ?? [])];
        const isInTable = table.current?.querySelector('tbody')?.contains(document.activeElement) === true;
        const link = links[isInTable ? active + by : active];
        link?.focus({ preventScroll: true });
        link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
      };
      return {
        title: 'Traces',
        keys: [
          { key: 'j', help: 'next trace', run: go(1) },
          { key: 'k', help: 'previous trace', run: go(-1) },
          { key: 'ArrowDown', help: 'next trace', run: go(1) },
          { key: 'ArrowUp', help: 'previous trace', run: go(-1) },
        ],
      };
    }, [active]),
  );

  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    const value = target.closest<HTMLElement>('[data-filter]');
    if (value !== null) {
      const id = value.closest('tr')?.dataset['id'];
      setChosen(
        chosenOf(
          value,
          traces.find((trace) => trace.id === id),
        ),
      );
      return;
    }
    const id = target.closest<HTMLElement>('tr')?.dataset['id'];
    if (id === undefined || target.closest('a, button') !== null || getSelection()?.isCollapsed === false) return;
    navigate({ page: 'trace', id, ...(list !== '' && { list }) });
  };
  const press = (event: KeyboardEvent): void => {
    // Left and right arrows in a row move between its buttons and links, as Tab does.
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const row = (event.target as Element).closest('tr');
    if (step === 0 || row === null) return;
    const stops = [...row.querySelectorAll<HTMLElement>('a, button')];
    stops[stops.indexOf(event.target as HTMLElement) + step]?.focus();
    event.preventDefault();
  };

  return (
    <>
      <table
        ref={table}
        className={styles.table}
        data-cards={isCards}
        style={{ minWidth: isCards ? undefined : leastTableWidth(widths) }}
      >
        <colgroup>
          {shown.map((id, n) => (
            <col key={id} style={{ width: isCards ? undefined : widths[n] }} />
          ))}
        </colgroup>
        <thead onKeyDown={moveInHeader}>
          <tr>
            {shown.map((id, n) => (
              <HeaderCell
                key={id}
                id={id}
                isStop={n === stopAt}
                onStop={setStop}
                sort={sort}
                onSort={onSort}
                onWidth={(column, width) => setColumns(resized(layout, column, width))}
              />
            ))}
          </tr>
        </thead>
        <tbody
          onClick={click}
          onKeyDown={press}
          onFocus={({ target }) => setActiveId(target.closest('tr')?.dataset['id'])}
        >
          {traces.map((trace, n) => (
            <TraceRow
              key={trace.id}
              trace={trace}
              shown={shown}
              isActive={n === active}
              isNew={fresh.has(trace.id)}
              list={list}
              sought={sought}
            />
          ))}
        </tbody>
      </table>
      <ValueMenu chosen={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}

function chosenOf(button: HTMLElement, trace: ListedTrace | undefined): ChosenValue | undefined {
  const { filter, value } = button.dataset;
  if (filter === undefined || value === undefined || trace === undefined) return undefined;
  return { name: filter as ChosenValue['name'], value, anchor: button };
}
