import type { PoolClient } from 'pg';
import { traceIo, traces } from '../../schema';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import { columnNames, upsert } from '../../columns';
import { arrayText } from './escape';
import { type RowValue, columnList, recordSetOf } from './row-values';
import { TRACE_COLUMNS, type TraceIoRow, type TraceRow } from './trace-row';

const COLUMNS = columnList(TRACE_COLUMNS);
const IO_COLUMNS = columnNames(traceIo);
const recordSet = recordSetOf(traces);
const UNCHANGED: readonly string[] = ['id', 'part', 'shard', 'project', 'public_id'];
const CHANGEABLE = TRACE_COLUMNS.filter((column) => !UNCHANGED.includes(column));

/**
 * Inserts the traces that do not exist and returns which those were. Waits for another transaction that is inserting one
 * of them. In order of id, as every transaction takes its locks.
 */
export async function insertTraces(
  client: PoolClient,
  rows: readonly (readonly RowValue[])[],
): Promise<ReadonlySet<string>> {
  const inserted = await client.query<{ id: string }>(
    `insert into sluice.traces (${COLUMNS})
     select ${COLUMNS} from json_populate_recordset(null::sluice.traces, $1::json) order by id
     on conflict (id) do nothing returning id`,
    [recordSet(rows)],
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
export function updateTraces(pipeline: Pipeline, rows: readonly (readonly RowValue[])[]): void {
  if (rows.length === 0) return;
  pipeline.send(
    `update sluice.traces t set ${CHANGEABLE.map((column) => `"${column}" = s."${column}"`).join(', ')}
     from json_populate_recordset(null::sluice.traces, $1::json) s where t.id = s.id`,
    [recordSet(rows)],
  );
}

/** The stored texts of the given traces. */
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

/** Writes rows of `trace_io`, replacing those that exist. */
export function upsertTraceIo(pipeline: Pipeline, rows: readonly TraceIoRow[]): void {
  if (rows.length === 0) return;
  pipeline.send(
    upsert(traceIo, (column) => `excluded.${column}`),
    IO_COLUMNS.map((column) => arrayText(rows.map((row) => row[column]))),
  );
}
