import type { PoolClient } from 'pg';
import type { PgTable } from 'drizzle-orm/pg-core';
import { dailyTraces, dailyUsage, traceUsage } from '../../schema/traces';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import type { DailyDelta, TraceCountDelta } from '../state/daily';
import { parseUsd } from '../state/money';
import { type UsageKey, type UsageSums, UsageTable, isZero } from '../state/usage';
import { exactInteger } from '../state/exact-integer';
import { type RowOf, type ValuesOf, columnNames, eachOf, removal, rowSet, upsert } from '../../columns';
import { CopyTarget } from './copy';
import { type RowValue, arraysFrom, uuidArray } from './row-values';

/** Row of `trace_usage`; a row whose sums are all zero is to be deleted. */
export interface TraceUsageRow {
  readonly part: number;
  readonly traceId: string;
  readonly key: UsageKey;
  readonly sums: UsageSums;
}

const COLUMNS = columnNames(traceUsage).join(', ');

const COUNTS = ['observations', 'inputTokens', 'outputTokens', 'totalTokens'] as const;

const TRACE_USAGE_VALUES: ValuesOf<typeof traceUsage, TraceUsageRow, RowValue> = {
  ...eachOf(
    COUNTS,
    (name) =>
      ({ sums }: TraceUsageRow) =>
        sums[name],
  ),
  part: ({ part }) => part,
  traceId: ({ traceId }) => traceId,
  day: ({ key }) => key.day,
  model: ({ key }) => key.model,
  cost: ({ sums }) => sums.cost,
};

const usageArrays = arraysFrom<typeof traceUsage, TraceUsageRow>(traceUsage, TRACE_USAGE_VALUES);
const TARGET = new CopyTarget(traceUsage, TRACE_USAGE_VALUES);

const dailyUsageArrays = arraysFrom<typeof dailyUsage, DailyDelta>(dailyUsage, {
  ...eachOf(['traceDay', 'day', 'model', 'shard', 'traces', ...COUNTS], (name) => (row: DailyDelta) => row[name]),
  cost: ({ cost }) => cost,
});

const dailyTracesArrays = arraysFrom<typeof dailyTraces, TraceCountDelta>(
  dailyTraces,
  eachOf(['day', 'shard', 'traces'], (name) => (row: TraceCountDelta) => row[name]),
);

/** Inserts usage rows that are known to be new: this transaction has locked their traces. */
export async function insertTraceUsage(pipeline: Pipeline, rows: readonly TraceUsageRow[]): Promise<void> {
  if (rows.length > 0) await TARGET.send(pipeline, rows);
}

/** Reads the usage tables of locked traces, by trace id. */
export async function selectTraceUsage(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[] },
): Promise<ReadonlyMap<string, UsageTable>> {
  if (keys.traceIds.length === 0) return new Map();
  const rows = await rowsOf<RowOf<typeof traceUsage>>(
    client,
    `select ${COLUMNS} from sluice.trace_usage where part = any($1::integer[]) and trace_id = any($2::uuid[])`,
    [[...new Set(keys.parts)], uuidArray(keys.traceIds)],
  );
  const tables = new Map<string, UsageTable>();
  for (const row of rows) {
    const table = tables.get(row.trace_id) ?? new UsageTable();
    tables.set(row.trace_id, table);
    table.add(row, {
      observations: Number(row.observations),
      inputTokens: exactInteger(row.input_tokens),
      outputTokens: exactInteger(row.output_tokens),
      totalTokens: exactInteger(row.total_tokens),
      cost: parseUsd(row.cost),
    });
  }
  return tables;
}

/**
 * Adds differences to the usage of locked traces, none of which is read or becomes zero. A row that existed counts an observation already.
 * @param added a row for each trace, day and model
 * @returns function of a trace key, day and model: whether the trace had no usage of these
 */
export async function addTraceUsage(
  client: PoolClient,
  added: readonly TraceUsageRow[],
): Promise<(traceId: string, key: UsageKey) => boolean> {
  if (added.length === 0) return () => false;
  const rows = await rowsOf<Pick<RowOf<typeof traceUsage>, 'trace_id' | 'day' | 'model'>>(
    client,
    `with written as (
       ${upsert(traceUsage, (column) => `t.${column} + excluded.${column}`)} returning trace_id, day, model, observations
     )
     select w.trace_id, w.day, w.model from written w join ${rowSet(traceUsage)} s using (trace_id, day, model, observations)`,
    usageArrays(added),
  );
  const isNew = new Set(rows.map((row) => row.trace_id + row.day + row.model));
  return (traceId, { day, model }) => isNew.has(traceId + day + model);
}

/** Adds differences to existing usage rows of locked traces, none of which becomes zero. @returns the number of these rows */
export async function growTraceUsage(client: PoolClient, added: readonly TraceUsageRow[]): Promise<number> {
  if (added.length === 0) return 0;
  const { rowCount } = await client.query(GROW, [...usageArrays(added), ...tracesOf(added)]);
  return rowCount ?? 0;
}

const SUMS = columnNames(traceUsage).filter((column) => !['part', 'trace_id', 'day', 'model'].includes(column));

/** SQL condition: rows `t` are of the traces of `tracesOf`, the parameters after those of `usageArrays`. */
const OF_TRACES = `t.part = any($${columnNames(traceUsage).length + 1}::integer[]) and t.trace_id = any($${columnNames(traceUsage).length + 2}::uuid[])`;

/** Returns receipt hours and keys of the traces of rows: without these the planner would read all rows of the receipt hours. */
const tracesOf = (rows: readonly TraceUsageRow[]) => [
  [...new Set(rows.map((row) => row.part))],
  uuidArray([...new Set(rows.map((row) => row.traceId))]),
];

const GROW = `update sluice.trace_usage t set ${SUMS.map((column) => `${column} = t.${column} + s.${column}`).join(', ')}
  from ${rowSet(traceUsage)} s
  where t.part = s.part and t.trace_id = s.trace_id and t.day = s.day and t.model = s.model and ${OF_TRACES}`;

/** Replaces rows of locked traces; deletes rows whose sums are all zero. */
export function setTraceUsage(pipeline: Pipeline, rows: readonly TraceUsageRow[]): void {
  const gone = rows.filter((row) => isZero(row.sums));
  const kept = rows.filter((row) => !isZero(row.sums));
  if (gone.length > 0) {
    pipeline.send(removal(traceUsage, OF_TRACES), [...usageArrays(gone), ...tracesOf(gone)]);
  }
  if (kept.length > 0) {
    pipeline.send(
      upsert(traceUsage, (column) => `excluded.${column}`),
      usageArrays(kept),
    );
  }
}

/** Adds differences to `daily_usage`, in the given order; deletes empty rows. */
export function addDailyUsage(pipeline: Pipeline, rows: readonly DailyDelta[]): void {
  if (rows.length === 0) return;
  const shrinks = rows.some((row) => row.observations < 0);
  add(pipeline, dailyUsage, dailyUsageArrays(rows), shrinks && 't.observations = 0 and t.traces = 0');
}

/** Adds differences to `daily_traces`, in the given order; deletes empty rows. */
export function addDailyTraces(pipeline: Pipeline, rows: readonly TraceCountDelta[]): void {
  if (rows.length === 0) return;
  const shrinks = rows.some((row) => row.traces < 0);
  add(pipeline, dailyTraces, dailyTracesArrays(rows), shrinks && 't.traces = 0');
}

/** Adds differences to rows. @param isEmpty SQL condition: a row `t` is empty; false if no row can become empty */
function add(pipeline: Pipeline, table: PgTable, arrays: readonly Buffer[], isEmpty: string | false): void {
  pipeline.send(
    upsert(table, (column) => `t.${column} + excluded.${column}`),
    arrays,
  );
  if (isEmpty !== false) pipeline.send(removal(table, isEmpty), arrays);
}
