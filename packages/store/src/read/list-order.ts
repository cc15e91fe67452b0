import { HOUR_FIELD, NAME_LENGTH, TEXT_FIELDS } from '../trace-index';
import { DEFAULT_PROJECT, type StoredProject } from '../projects';
import { microsOf } from './database';
import type { TraceOrder, TraceOrderField } from './trace';
import { ENVIRONMENT } from './trace-filter';
import { LATENCY } from './trace-row';
import { BIT_FIELDS, type BitField } from './trace-sets';

/** What a list is ordered by before the id, and where it stands. The only way from a request to an identifier in SQL. */
interface OrderKey {
  /** Of `sluice.traces t`, SQL. */
  readonly row: string;
  /** What is folded, with project, position, id and the column. */
  readonly table: 'trace_places' | 'trace_sums';
  readonly column: string;
  /** Its place is that of the smallest value, and an index must be declared with `nulls first` to serve it. */
  readonly nullable?: true;
  /** The field of `trace_bits` that has its values; of a time its hours. */
  readonly field?: string;
}

const textOf = (name: Exclude<BitField, 'name' | 'environment'>): OrderKey => {
  const field = BIT_FIELDS[name];
  return { row: `t.${TEXT_FIELDS[field]}`, table: 'trace_places', column: TEXT_FIELDS[field], nullable: true, field };
};

const ORDER_KEYS: Readonly<Record<Exclude<TraceOrderField, 'id' | 'public'>, OrderKey>> = {
  timestamp: { row: 't."timestamp"', table: 'trace_places', column: '"timestamp"', field: HOUR_FIELD },
  // Longer names are not ordered by what is folded.
  name: { row: `left(t.name, ${NAME_LENGTH})`, table: 'trace_places', column: 'name', nullable: true, field: 'n' },
  userId: textOf('userId'),
  sessionId: textOf('sessionId'),
  release: textOf('release'),
  version: textOf('version'),
  environment: { row: ENVIRONMENT, table: 'trace_places', column: 'environment', field: 'e' },
  latency: { row: microsOf(LATENCY), table: 'trace_sums', column: 'latency' },
  totalCost: { row: 't.total_cost', table: 'trace_sums', column: 'cost' },
};

/** An order of a project's traces, as the parts of SQL that follow from it. */
export interface ListOrder {
  readonly field: TraceOrderField;
  readonly key: OrderKey | undefined;
  readonly table: OrderKey['table'];
  /** `id, k0` of `sluice.traces t`. */
  readonly ofRow: string;
  /** `id, k0` of the table's row `w`. */
  readonly ofEntry: string;
  /** After `order by`, for rows with `id` and `k0`. */
  readonly by: (direction: TraceOrder['direction'], prefix?: string) => string;
  /** The same for the table's rows `w`, as its B-tree has it. */
  readonly byEntry: (direction: TraceOrder['direction']) => string;
}

/** An order that something is folded for: all but that by `public`. */
export function listOrder(project: StoredProject, field: TraceOrderField): ListOrder {
  const key = field === 'id' || field === 'public' ? undefined : ORDER_KEYS[field];
  const table = key?.table ?? 'trace_places';
  // In the default project the key is the id, and has the index.
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
