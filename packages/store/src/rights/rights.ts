import { getTableName } from 'drizzle-orm';
import { type TableName, TABLES } from '../schema/tables';

/** Operation on a table or a view. */
type TableRight = 'select' | 'insert' | 'update' | 'delete';

/** Rights on one table or view of the roles that do not own it. */
interface TableRights {
  readonly sluice_writer: readonly TableRight[];
  readonly sluice_reader: readonly TableRight[];
}

const READ: readonly TableRight[] = ['select'];
const MERGED: TableRights = { sluice_writer: ['select', 'insert', 'update'], sluice_reader: READ };
const SUMMED: TableRights = { sluice_writer: ['select', 'insert', 'update', 'delete'], sluice_reader: READ };

/** Tables whose rows the writer does not only insert and merge, or that the reader may not read. */
const EXCEPTIONS: { readonly [Name in TableName]?: TableRights } = {
  text_packs: SUMMED,
  trace_usage: SUMMED,
  daily_usage: SUMMED,
  daily_traces: SUMMED,
  metric_points: { sluice_writer: ['select', 'insert'], sluice_reader: READ },
  metric_hours: SUMMED,
  metric_values: SUMMED,
  metric_rollup_dirty: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  metric_rollup_state: { sluice_writer: ['select', 'update'], sluice_reader: READ },
  metric_receipts: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: [] },
  ingest_offset: SUMMED,
  // Whole records as sent: more than a reader can read through the tables.
  ingest_dead_letter: { sluice_writer: ['select', 'insert', 'update', 'delete'], sluice_reader: [] },
  // Only retention, as the owner, reads and deletes them.
  orphaned_traces: { sluice_writer: ['insert'], sluice_reader: [] },
  retention_floor: { sluice_writer: READ, sluice_reader: READ },
  projects: { sluice_writer: READ, sluice_reader: READ },
  // Triggers insert the keys.
  trace_index_dirty: { sluice_writer: ['select', 'delete'], sluice_reader: READ },
  trace_index_dirty_backlog: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  trace_index_entries: SUMMED,
  trace_index_sort_keys: SUMMED,
  trace_index_bitmaps: SUMMED,
  trace_index_observations: SUMMED,
  text_filters: SUMMED,
  segment_rollups: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  trace_rollups: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  valid_segments: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  segment_validity: SUMMED,
  observation_rollups: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  observation_totals: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  observation_blocks: { sluice_writer: ['select', 'insert', 'delete'], sluice_reader: READ },
  metric_points_start: { sluice_writer: READ, sluice_reader: [] },
};

/**
 * Rights on all tables of the schema `sluice`, which belong to `sluice_owner`: exactly these and no others. Partitions have none: they are
 * read and written through their table.
 */
export const TABLE_RIGHTS: Readonly<Record<string, TableRights>> = Object.fromEntries(
  TABLES.map(getTableName).map((name) => [name, EXCEPTIONS[name] ?? MERGED]),
);

/** Rights on its views, which are for people and for no answer. */
const VIEW_RIGHTS: Readonly<Record<string, TableRights>> = {
  trace_view: { sluice_writer: [], sluice_reader: READ },
  observation_view: { sluice_writer: [], sluice_reader: READ },
};

/** Rights on tables and views. */
export const RELATION_RIGHTS = { ...TABLE_RIGHTS, ...VIEW_RIGHTS };

/** Sequences without a column from which the writer draws numbers. */
export const WRITER_SEQUENCES: readonly string[] = ['metric_points_seq'];

/**
 * Functions that the writer may call, with the types of their arguments. Those with the rights of the owner replace rights of the writer.
 */
export const WRITER_FUNCTIONS: readonly string[] = [
  'ensure_trace_partitions(integer, integer)',
  'ensure_metric_partitions(date, date)',
  'ensure_projects(text[])',
  'hold_floors(text[])',
  'empty_trace_index()',
  'erase_dead_pieces(integer, uuid, integer)',
];

/** Functions that every statement with a text may call. */
export const TEXT_FUNCTIONS: readonly string[] = ['fail_missing_text(uuid)'];

/** Functions that only the owner, and triggers, call. */
export const OWNER_FUNCTIONS: readonly string[] = [
  'queue_dirty_hours()',
  'queue_dirty_day()',
  'watch_metric_points(regclass)',
  'queue_dirty_traces()',
  'require_index_rebuild()',
];

/** A right on an object, in the words of GRANT. */
export interface Right {
  readonly grantee: string;
  readonly privilege: string;
  readonly kind: 'database' | 'schema' | 'table' | 'sequence' | 'function';
  /** Name with its schema; for a function with the types of its arguments. */
  readonly object: string;
}

/** Table of the applied migrations. */
export const LEDGER = 'public.sluice_migration';

/** Returns all rights that are granted to a role by name. */
export function wantedRights(): Right[] {
  const onRelations = Object.entries(RELATION_RIGHTS).flatMap(([table, rights]) =>
    Object.entries(rights).flatMap(([grantee, privileges]: [string, readonly TableRight[]]) =>
      privileges.map((privilege): Right => ({ grantee, privilege, kind: 'table', object: `sluice.${table}` })),
    ),
  );
  const writer = 'sluice_writer';
  return [
    { grantee: writer, privilege: 'usage', kind: 'schema', object: 'sluice' },
    { grantee: 'sluice_reader', privilege: 'usage', kind: 'schema', object: 'sluice' },
    ...onRelations,
    ...WRITER_SEQUENCES.map((name): Right => {
      return { grantee: writer, privilege: 'usage', kind: 'sequence', object: `sluice.${name}` };
    }),
    ...WRITER_FUNCTIONS.map((name): Right => {
      return { grantee: writer, privilege: 'execute', kind: 'function', object: `sluice.${name}` };
    }),
    ...TEXT_FUNCTIONS.flatMap((name) =>
      [writer, 'sluice_reader'].map((grantee): Right => {
        return { grantee, privilege: 'execute', kind: 'function', object: `sluice.${name}` };
      }),
    ),
    { grantee: 'sluice_owner', privilege: 'insert', kind: 'table', object: LEDGER },
    ...['sluice_owner', writer, 'sluice_reader'].map((grantee): Right => {
      return { grantee, privilege: 'select', kind: 'table', object: LEDGER };
    }),
  ];
}
