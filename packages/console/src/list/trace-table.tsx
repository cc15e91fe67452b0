import { useMemo, useState } from 'react';
import type { ListedTrace } from '../api/types';
import { type Column, Table } from '../ui/table';
import type { TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import { Cell } from './cell';
import { LEAST_WIDTH, MAX_WIDTH, cssWidthOf, leastTableWidth, resized } from './column-layout';
import { setColumns, useColumns } from './column-settings';
import { type ColumnId, columnOf } from './columns';
import { filteredTraces } from './filtered';
import { lettersOf } from './number-text';
import styles from './trace-table.module.css';
import { type ChosenValue, ValueMenu } from './value-menu';
import { listQuery } from './views';

interface TraceTableProps {
  readonly traces: readonly ListedTrace[];
  /** Ids of traces that arrived while the list was open. */
  readonly fresh?: ReadonlySet<string>;
  /** List or search that has found the traces. */
  readonly address: TracesAddress;
  /** See `HeadsProps`. */
  readonly onSort?: ((sort: string) => void) | undefined;
}

/** Columns of a search: in place of input and output what was found. */
function ofSearch(columns: readonly ColumnId[]): readonly ColumnId[] {
  const others: readonly ColumnId[] = columns.filter((id) => id !== 'input' && id !== 'output');
  return others.toSpliced(1, 0, 'input');
}

/** Page of traces. One row is active: keys move it, and Tab moves through its buttons and links. */
export function TraceTable({ traces, fresh, address, onSort }: TraceTableProps) {
  const { sort, search: sought } = address;
  const list = listQuery(address);
  const { layout, shown: chosenColumns, isCards } = useColumns();
  const shown = useMemo(() => (sought === '' ? chosenColumns : ofSearch(chosenColumns)), [chosenColumns, sought]);
  const [chosen, setChosen] = useState<ChosenValue>();
  const letters = useMemo(() => shown.map((id) => lettersOf(id, traces)), [shown, traces]);
  const widths = shown.map((id, n) => cssWidthOf(layout, id, letters[n] ?? 0));
  const columns = useMemo(
    () =>
      shown.map((id): Column<ListedTrace> => {
        const { title, orderBy, isNumber } = columnOf(id);
        return {
          ...{ name: id, title: sought !== '' && id === 'input' ? 'Found' : title, orderBy, isNumber },
          show: (trace, isActive) => <Cell {...{ id, trace, isActive, list, sought, onChoose: setChosen }} />,
        };
      }),
    [shown, list, sought],
  );
  const attributesOf = useMemo(
    () =>
      ({ id }: ListedTrace) => ({ 'data-new': fresh?.has(id) }),
    [fresh],
  );
  return (
    <>
      <Table
        className={styles.table}
        {...{ columns, attributesOf, sort, onSort }}
        rows={traces}
        keyOf={({ id }) => id}
        isOfCards
        {...(!isCards && { widths, minWidth: leastTableWidth(widths) })}
        sizing={{
          ...{ least: LEAST_WIDTH, most: MAX_WIDTH },
          onWidth: (column, width) => setColumns(resized(layout, column as ColumnId, width)),
        }}
        onOpen={({ id }) => navigate({ page: 'trace', id, ...(list !== '' && { list }) })}
        keys={{ title: 'Traces', noun: 'trace' }}
        isRoving
      />
      <ValueMenu chosen={chosen} filtered={filteredTraces(address)} onClose={() => setChosen(undefined)} />
    </>
  );
}
