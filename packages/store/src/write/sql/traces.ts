import type { PoolClient } from 'pg';
import { type CopyValue, copyRows } from './copy';
import { rowsOf } from './raw-query';
import { TRACE_COLUMNS, type TraceIoRow, type TraceRow } from './trace-row';

const COLUMNS = TRACE_COLUMNS.join(', ');
const STAGED = 'pg_temp.sluice_trace_stage';

async function stage(client: PoolClient, rows: readonly (readonly CopyValue[])[]): Promise<void> {
  await client.query(
    'create temporary table if not exists sluice_trace_stage (like sluice.traces) on commit delete rows',
  );
  await copyRows(client, `${STAGED} (${COLUMNS})`, rows);
}

/**
 * Inserts the traces that do not exist and says which those were. Waits for another transaction that is inserting one
 * of them. In order of id, as every transaction takes its locks.
 */
export async function insertTraces(
  client: PoolClient,
  rows: readonly (readonly CopyValue[])[],
): Promise<ReadonlySet<string>> {
  await stage(client, rows);
  const inserted = await client.query<{ id: string }>(
    `with staged as (delete from ${STAGED} returning *)
     insert into sluice.traces (${COLUMNS}) select ${COLUMNS} from staged order by id
     on conflict (id) do nothing returning id`,
  );
  return new Set(inserted.rows.map((row) => row.id));
}

/** Locks existing traces: nobody else changes them or anything below them until the end of the transaction. */
export function lockTraces(client: PoolClient, ids: readonly string[]): Promise<TraceRow[]> {
  return rowsOf<TraceRow>(
    client,
    `select ${COLUMNS} from sluice.traces where id = any($1::uuid[]) order by id for update`,
    [ids],
  );
}

/** Replaces the rows of locked traces. */
export async function updateTraces(client: PoolClient, rows: readonly (readonly CopyValue[])[]): Promise<void> {
  if (rows.length === 0) return;
  await stage(client, rows);
  const changeable = TRACE_COLUMNS.filter((column) => !['id', 'part', 'shard'].includes(column));
  await client.query(
    `with staged as (delete from ${STAGED} returning *)
     update sluice.traces t set ${changeable.map((column) => `${column} = s.${column}`).join(', ')}
     from staged s where t.id = s.id`,
  );
}

/** The stored texts of the given traces. */
export function selectTraceIo(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[] },
): Promise<TraceIoRow[]> {
  return rowsOf<TraceIoRow>(
    client,
    `select part, trace_id, input, output, metadata from sluice.trace_io
     where part = any($1::integer[]) and trace_id = any($2::uuid[])`,
    [[...new Set(keys.parts)], keys.traceIds],
  );
}

/** Writes rows of `trace_io`, replacing those that exist. */
export async function upsertTraceIo(client: PoolClient, rows: readonly TraceIoRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into sluice.trace_io (part, trace_id, input, output, metadata)
     select * from unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $5::text[])
     on conflict (part, trace_id) do update
     set input = excluded.input, output = excluded.output, metadata = excluded.metadata`,
    [
      rows.map((row) => row.part),
      rows.map((row) => row.trace_id),
      rows.map((row) => row.input),
      rows.map((row) => row.output),
      rows.map((row) => row.metadata),
    ],
  );
}
