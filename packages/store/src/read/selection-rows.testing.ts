import fc from 'fast-check';
import { type TestReader, openReader } from './reader.testing';

/** The part of all rows, in hours; `BASE` is the time of the first. */
export const PART = 494_000;
export const BASE = Date.UTC(2026, 10, 20, 12) * 1000;
export const MINUTE = 60_000_000;
export const everything = { tags: [], environments: [] };

/** Trace of the default project (0) or of `acme` (1), with at most one observation. */
export interface Row {
  readonly project: 0 | 1;
  /** After BASE. */
  readonly minute: number;
  readonly userId: string | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly tags: readonly string[];
  readonly models: readonly string[];
  /** Seconds. */
  readonly latency: number;
  /** USD; null: unknown. */
  readonly cost: number | null;
  readonly tokens: number;
  readonly hasError: boolean;
  /** Its error is that of its root. */
  readonly hasFailed: boolean;
}

const arbitrary: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    project: fc.constantFrom<0 | 1>(0, 0, 1),
    minute: fc.integer({ min: 0, max: 59 }),
    userId: fc.constantFrom('ada', 'Bob', 'ä', '', null),
    environment: fc.constantFrom('production', null),
    release: fc.constantFrom('1', '2', null),
    tags: fc.subarray(['x', 'y', 'z']),
    models: fc.subarray(['gpt', 'claude']),
    latency: fc.constantFrom(0, 1, 2, 7),
    cost: fc.constantFrom(null, 0, 0.25, 1.5),
    // Two of them are beyond what a double tells apart.
    tokens: fc.constantFrom(0, 7, 9_007_199_254_740_991),
    hasError: fc.boolean(),
    hasFailed: fc.boolean(),
  }),
  { minLength: 60, maxLength: 60 },
);

export const outcomeOf = ({ hasError, hasFailed }: Row): string =>
  hasError ? (hasFailed ? 'failed' : 'recovered') : 'ok';

/** Stores the same 60 rows in each run; returns them with a reader, which the caller closes. */
export async function openSelectionRows(): Promise<{ reader: TestReader; rows: readonly Row[] }> {
  const reader = openReader();
  await reader.owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 1]);
  await reader.owner.query(`select sluice.ensure_projects('{acme}')`);
  const rows = fc.sample(arbitrary, { numRuns: 1, seed: 7 })[0] ?? [];
  for (const [n, row] of rows.entries()) await insert(reader, n, row);
  return { reader, rows };
}

const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

async function insert({ owner }: TestReader, n: number, row: Row): Promise<void> {
  if (row.hasError || row.cost !== null) {
    await owner.query(
      `insert into sluice.observations (part, trace_id, id, level, total_cost, counted, created_at, updated_at, stamp)
       values ($1, $2, $3, $4, $5, true, now(), now(), '3')`,
      [PART, uuid(n), uuid(n), row.hasError ? 'ERROR' : null, row.cost],
    );
  }
  await owner.query(
    `insert into sluice.traces (id, part, shard, project, public_id, user_id, environment, release, tags, "timestamp", min_start,
       max_end, observation_count, total_cost, input_tokens, output_tokens, total_tokens, error_count, costed_count,
       root_error_count, created_at, updated_at, stamp)
     select $1::uuid, $2, 0, $3::integer, case when $3 > 0 then $1 end, $4, $5, $6, $7, t, t, t + $8::integer * interval '1 second',
       1, $9, $13, 1, $13, $10, $11, $14, t, t, '3'
     from (select timestamptz 'epoch' + $12::bigint * interval '1 microsecond' as t) x`,
    [
      ...[uuid(n), PART, row.project, row.userId, row.environment, row.release, row.tags],
      ...[row.latency, row.cost ?? 0, row.hasError ? 1 : 0, row.cost === null ? 0 : 1, BASE + row.minute * MINUTE],
      row.tokens,
      row.hasError && row.hasFailed ? 1 : 0,
    ],
  );
  // Usage of two days, including observations without a model.
  await owner.query(
    `insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
     select $1, $2, d.day, m.model, 1, 0, 0, 0, 0
     from (values (date '2026-11-20'), (date '2026-11-21')) d(day) cross join unnest($3::text[] || '{""}') m(model)`,
    [PART, uuid(n), row.models],
  );
}

/** Returns the percentile of a share, with linear interpolation; null without values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (at % 1);
}
