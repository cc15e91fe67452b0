import type { PoolClient } from 'pg';
import { traceUsage } from '../../schema';
import { rowsOf } from '../../session/column-types';
import type { DailyDelta, TraceCountDelta } from '../state/daily';
import { parseUsd, usdText } from '../state/money';
import { type UsageKey, type UsageSums, UsageTable, isZero } from '../state/usage';
import { type RowOf, columnNames, rowMaker, unnest } from '../../columns';
import { type CopyValue, copyRows } from './copy';

/** A row of `trace_usage`; one whose sums are all zero means that there is none. */
export interface TraceUsageRow {
  readonly part: number;
  readonly traceId: string;
  readonly key: UsageKey;
  readonly sums: UsageSums;
}

const COLUMNS = columnNames(traceUsage).join(', ');

const toRow = rowMaker<typeof traceUsage, TraceUsageRow, CopyValue>(traceUsage, {
  part: ({ part }) => part,
  traceId: ({ traceId }) => traceId,
  day: ({ key }) => key.day,
  model: ({ key }) => key.model,
  observations: ({ sums }) => sums.observations,
  inputTokens: ({ sums }) => sums.inputTokens,
  outputTokens: ({ sums }) => sums.outputTokens,
  totalTokens: ({ sums }) => sums.totalTokens,
  cost: ({ sums }) => usdText(sums.cost),
});

/** Inserts the usage of traces that this transaction made. */
export async function insertTraceUsage(client: PoolClient, rows: readonly TraceUsageRow[]): Promise<void> {
  if (rows.length === 0) return;
  await copyRows(client, `sluice.trace_usage (${COLUMNS})`, rows.map(toRow));
}

/** The usage tables of locked traces, by trace id. */
export async function selectTraceUsage(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[] },
): Promise<ReadonlyMap<string, UsageTable>> {
  const rows = await rowsOf<RowOf<typeof traceUsage>>(
    client,
    `select ${COLUMNS} from sluice.trace_usage where part = any($1::integer[]) and trace_id = any($2::uuid[])`,
    [[...new Set(keys.parts)], keys.traceIds],
  );
  const tables = new Map<string, UsageTable>();
  for (const row of rows) {
    const table = tables.get(row.trace_id) ?? new UsageTable();
    tables.set(row.trace_id, table);
    table.add(row, {
      observations: Number(row.observations),
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      totalTokens: row.total_tokens,
      cost: parseUsd(row.cost),
    });
  }
  return tables;
}

/** Sets rows of locked traces; rows without anything left go. */
export async function setTraceUsage(client: PoolClient, rows: readonly TraceUsageRow[]): Promise<void> {
  const gone = rows.filter((row) => isZero(row.sums));
  const kept = rows.filter((row) => !isZero(row.sums));
  if (gone.length > 0) {
    await client.query(
      `delete from sluice.trace_usage u
       using unnest($1::integer[], $2::uuid[], $3::date[], $4::text[]) as k (part, trace_id, day, model)
       where u.part = k.part and u.trace_id = k.trace_id and u.day = k.day and u.model = k.model
         and u.part = any($5::integer[])`,
      [...keyArrays(gone), [...new Set(gone.map((row) => row.part))]],
    );
  }
  if (kept.length > 0) {
    await client.query(
      `insert into sluice.trace_usage (${COLUMNS}) select * from ${unnest(traceUsage)}
       on conflict (part, trace_id, day, model) do update
       set observations = excluded.observations, input_tokens = excluded.input_tokens,
           output_tokens = excluded.output_tokens, total_tokens = excluded.total_tokens, cost = excluded.cost`,
      columnArrays(kept.map(toRow)),
    );
  }
}

/** Adds differences to `daily_usage`, in the order given; rows without anything left go. */
export async function addDailyUsage(client: PoolClient, rows: readonly DailyDelta[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = [
    rows.map((row) => row.traceDay),
    rows.map((row) => row.day),
    rows.map((row) => row.model),
    rows.map((row) => row.shard),
  ];
  await client.query(
    `insert into sluice.daily_usage as d
       (trace_day, day, model, shard, observations, input_tokens, output_tokens, total_tokens, cost, traces)
     select * from unnest($1::date[], $2::date[], $3::text[], $4::smallint[],
                          $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[], $10::bigint[])
     on conflict (trace_day, day, model, shard) do update
     set observations = d.observations + excluded.observations, input_tokens = d.input_tokens + excluded.input_tokens,
         output_tokens = d.output_tokens + excluded.output_tokens, total_tokens = d.total_tokens + excluded.total_tokens,
         cost = d.cost + excluded.cost, traces = d.traces + excluded.traces`,
    [...keys, ...sumArrays(rows), rows.map((row) => row.traces)],
  );
  if (rows.every((row) => row.observations >= 0)) return;
  await client.query(
    `delete from sluice.daily_usage d
     using unnest($1::date[], $2::date[], $3::text[], $4::smallint[]) as k (trace_day, day, model, shard)
     where d.trace_day = k.trace_day and d.day = k.day and d.model = k.model and d.shard = k.shard
       and d.observations = 0 and d.traces = 0`,
    keys,
  );
}

/** Adds differences to `daily_traces`, in the order given; rows without anything left go. */
export async function addDailyTraces(client: PoolClient, rows: readonly TraceCountDelta[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = [rows.map((row) => row.day), rows.map((row) => row.shard)];
  await client.query(
    `insert into sluice.daily_traces as d (day, shard, traces)
     select * from unnest($1::date[], $2::smallint[], $3::bigint[])
     on conflict (day, shard) do update set traces = d.traces + excluded.traces`,
    [...keys, rows.map((row) => row.traces)],
  );
  if (rows.every((row) => row.traces >= 0)) return;
  await client.query(
    `delete from sluice.daily_traces d using unnest($1::date[], $2::smallint[]) as k (day, shard)
     where d.day = k.day and d.shard = k.shard and d.traces = 0`,
    keys,
  );
}

/** One array for each column. */
function columnArrays(rows: readonly (readonly CopyValue[])[]): unknown[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}

function keyArrays(rows: readonly TraceUsageRow[]): unknown[] {
  return [
    rows.map((row) => row.part),
    rows.map((row) => row.traceId),
    rows.map((row) => row.key.day),
    rows.map((row) => row.key.model),
  ];
}

function sumArrays(sums: readonly UsageSums[]): unknown[] {
  return [
    sums.map((row) => row.observations),
    sums.map((row) => row.inputTokens),
    sums.map((row) => row.outputTokens),
    sums.map((row) => row.totalTokens),
    sums.map((row) => usdText(row.cost)),
  ];
}
