import type { PoolClient } from 'pg';
import { traceIo, traces } from '../../schema/traces';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import { columnNames, rowSet, upsert } from '../../columns';
import { arrayText } from './escape';
import { columnList, textArray, uuidArray } from './row-values';
import { type StoredTrace, TRACE_COLUMNS, type TraceIoRow, type TraceRow, traceArrays } from './trace-row';

const COLUMNS = columnList(TRACE_COLUMNS);
const IO_COLUMNS = columnNames(traceIo);

/**
 * Inserts missing traces. Waits for another transaction that is inserting the same trace. Inserts in order of id, the order in which all
 * transactions lock.
 * @returns the ids of the inserted traces
 */
export async function insertTraces(client: PoolClient, rows: readonly StoredTrace[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await client.query<{ id: string }>(
    `insert into sluice.traces (${COLUMNS})
     select ${COLUMNS} from ${rowSet(traces)} s order by id
     on conflict (id) do nothing returning id`,
    traceArrays(rows),
  );
  return new Set(inserted.rows.map((row) => row.id));
}

/** Traces that a transaction has locked. */
export interface Locks {
  /** Number of those that have the expected version. */
  readonly current: number;
  /** Versions of the others, by id. */
  readonly others: ReadonlyMap<string, string>;
}

/**
 * Locks the existing traces of a list: no other transaction changes these traces or rows below them until the end of ours. Skips traces
 * that this transaction has just inserted, except within a savepoint. Locks in order of id.
 * @param versions the expected version of each trace; null: any is another one
 */
export async function lockTraces(
  client: PoolClient,
  ids: readonly string[],
  versions: readonly (string | null)[],
): Promise<Locks> {
  if (ids.length === 0) return { current: 0, others: new Map() };
  const { rows } = await client.query<{ id: string | null; version: string }>(
    `with locked as materialized (
       select id, xmin::text as version from sluice.traces
       where id = any($1::uuid[]) and xmin <> pg_current_xact_id()::xid order by id for update
     ), expected as (
       select * from unnest($1::uuid[], $2::text[]) as e (id, version)
     )
     select l.id, l.version from locked l join expected e using (id) where e.version is distinct from l.version
     union all
     select null, count(*)::text from locked l join expected e using (id) where e.version = l.version`,
    [uuidArray(ids), textArray(versions)],
  );
  const current = Number(rows.find(({ id }) => id === null)?.version);
  return { current, others: new Map(rows.flatMap(({ id, version }) => (id === null ? [] : [[id, version] as const]))) };
}

/** Reads which traces of a list exist and were not inserted by this transaction. */
export async function selectExisting(client: PoolClient, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from sluice.traces where id = any($1::uuid[]) and xmin <> pg_current_xact_id()::xid',
    [uuidArray(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads the rows of traces. */
export async function selectTraces(client: PoolClient, ids: readonly string[]): Promise<TraceRow[]> {
  if (ids.length === 0) return [];
  return rowsOf<TraceRow>(client, `select ${COLUMNS} from sluice.traces where id = any($1::uuid[])`, [uuidArray(ids)]);
}

/** Replaces columns of locked traces. @param columns names of the columns; the others stay unchanged */
export function updateTraces(pipeline: Pipeline, rows: readonly StoredTrace[], columns: ReadonlySet<string>): void {
  if (rows.length === 0) return;
  const written = new Set(['id', ...columns]);
  pipeline.send(
    `update sluice.traces t set ${Array.from(columns, (column) => `"${column}" = s."${column}"`).join(', ')}
     from ${rowSet(traces, written)} s where t.id = s.id`,
    traceArrays(rows, written),
  );
}

/** Reads the stored texts of the given traces. */
export function selectTraceIo(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[] },
): Promise<TraceIoRow[]> {
  return rowsOf<TraceIoRow>(
    client,
    `select ${IO_COLUMNS.join(', ')} from sluice.trace_io where part = any($1::integer[]) and trace_id = any($2::uuid[])`,
    [[...new Set(keys.parts)], keys.traceIds],
  );
}

/** Upserts rows of `trace_io`. */
export function upsertTraceIo(pipeline: Pipeline, rows: readonly TraceIoRow[]): void {
  if (rows.length === 0) return;
  pipeline.send(
    upsert(traceIo, (column) => `excluded.${column}`),
    IO_COLUMNS.map((column) => arrayText(rows.map((row) => row[column]))),
  );
}
