import { HOUR_FIELD, NAME_LENGTH, TEXT_FIELDS } from '../trace-index-format';
import { DEFAULT_PROJECT, type StoredProject } from '../projects';
import { microsOf } from './database';
import { type RowOrder, type TraceOrder, type TraceOrderField, isRowOrder } from './trace';
import { ENVIRONMENT } from './trace-filter';
import { LATENCY } from './trace-row';
import { INDEXED_FIELDS, type IndexedField } from './index-sets';

/** First sort key of a list (the id is the second), and its columns: part of the closed map from a request to an identifier in SQL. */
interface OrderKey {
  /** SQL expression on `sluice.traces t`. */
  readonly row: string;
  /** Table of the trace index with project, position, id and the column. */
  readonly table: 'trace_index_entries' | 'trace_index_sort_keys';
  readonly column: string;
  /** null sorts as the smallest value; an index must be declared with `nulls first` to serve the order. */
  readonly nullable?: true;
  /** Field of `trace_index_bitmaps` with its values; for a time its hours. */
  readonly field?: string;
}

const textOf = (name: Exclude<IndexedField, 'name' | 'environment'>): OrderKey => {
  const field = INDEXED_FIELDS[name];
  return {
    row: `t.${TEXT_FIELDS[field]}`,
    table: 'trace_index_entries',
    column: TEXT_FIELDS[field],
    nullable: true,
    field,
  };
};

const ORDER_KEYS: Readonly<Record<Exclude<TraceOrderField, 'id' | RowOrder>, OrderKey>> = {
  timestamp: { row: 't."timestamp"', table: 'trace_index_entries', column: '"timestamp"', field: HOUR_FIELD },
  // Longer names are not in order in the index.
  name: {
    row: `left(t.name, ${NAME_LENGTH})`,
    table: 'trace_index_entries',
    column: 'name',
    nullable: true,
    field: 'n',
  },
  userId: textOf('userId'),
  sessionId: textOf('sessionId'),
  release: textOf('release'),
  version: textOf('version'),
  environment: { row: ENVIRONMENT, table: 'trace_index_entries', column: 'environment', field: 'e' },
  latency: { row: microsOf(LATENCY), table: 'trace_index_sort_keys', column: 'latency' },
  totalCost: { row: 't.total_cost', table: 'trace_index_sort_keys', column: 'cost' },
};

/** An order of a project's traces as SQL. */
export interface ListOrder {
  readonly field: TraceOrderField;
  readonly key: OrderKey | undefined;
  readonly table: OrderKey['table'];
  /** SQL: `id, k0` of `sluice.traces t`. */
  readonly ofRow: string;
  /** SQL: `id, k0` of the row `w` of the table. */
  readonly ofEntry: string;
  /** SQL after `order by`, for rows with `id` and `k0`. */
  readonly by: (direction: TraceOrder['direction'], prefix?: string) => string;
  /** SQL after `order by` for rows `w` of the table, as its B-tree has it. */
  readonly byEntry: (direction: TraceOrder['direction']) => string;
}

/** Returns an order that the trace index serves: any except a `RowOrder`. */
export function listOrder(project: StoredProject, field: TraceOrderField): ListOrder {
  const key = field === 'id' || isRowOrder(field) ? undefined : ORDER_KEYS[field];
  const table = key?.table ?? 'trace_index_entries';
  // In the default project the trace key is the id, and has the index.
  const entryId = key === undefined && project.id === DEFAULT_PROJECT ? 'w.key' : 'w.id';
  const sorted = (direction: TraceOrder['direction'], id: string, column: string): string => {
    const nulls = key?.nullable === undefined ? '' : direction === 'asc' ? ' nulls first' : ' nulls last';
    return `${key === undefined ? '' : `${column} ${direction}${nulls}, `}${id} ${direction}`;
  };
  return {
    field,
    key,
    table,
    ofRow: `coalesce(t.public_id, t.id) as id, ${key?.row ?? 'null::integer'} as k0`,
    ofEntry: `${entryId} as id, ${key === undefined ? 'null::integer' : `w.${key.column}`} as k0`,
    by: (direction, prefix = '') => sorted(direction, `${prefix}id`, `${prefix}k0`),
    byEntry: (direction) => sorted(direction, entryId, `w.${key?.column ?? ''}`),
  };
}

export const opposite = (direction: TraceOrder['direction']): TraceOrder['direction'] =>
  direction === 'asc' ? 'desc' : 'asc';
