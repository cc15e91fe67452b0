import type { PoolClient } from 'pg';
import { ALL_FIELD, HOUR_FIELD, USAGE_SUMS, isInBucket, valuesOf } from '../../places';

const QUIET_MS = 30_000;

interface SealsOptions {
  /** How long nothing may have changed in a bucket before its sums are made, in milliseconds. */
  readonly quietMs?: number | undefined;
  /** Milliseconds that never go back. */
  readonly now?: () => number;
}

/** A bucket of a project. */
export interface Bucket {
  readonly project: number;
  readonly bucket: number;
}

/**
 * Makes the sums of buckets in which nothing has changed for a while, and their usage by position, one at a time. The fold takes the seal off a bucket in the
 * transaction in which it folds one of its traces.
 */
export class Seals {
  readonly #quietMs: number;
  readonly #now: () => number;
  /** Buckets without a seal, in the order of their last change, and when that was. Undefined: they are not known yet. */
  #open: Map<string, Bucket & { readonly changedAt: number }> | undefined;

  constructor({ quietMs = QUIET_MS, now = () => performance.now() }: SealsOptions = {}) {
    this.#quietMs = quietMs;
    this.#now = now;
  }

  /** To be called when another process may have folded. */
  forget(): void {
    this.#open = undefined;
  }

  /** These have no seal any more. */
  opened(buckets: readonly Bucket[]): void {
    for (const { project, bucket } of buckets) {
      const key = `${project}/${bucket}`;
      this.#open?.delete(key); // it moves to the end
      this.#open?.set(key, { project, bucket, changedAt: this.#now() });
    }
  }

  /** Whether a bucket may be due. */
  get isDue(): boolean {
    const [next] = this.#open?.values() ?? [];
    return this.#open === undefined || (next !== undefined && this.#now() - next.changedAt >= this.#quietMs);
  }

  /** Seals the bucket that has been quiet for the longest time, in the transaction that it is given. @returns whether there was one */
  async sealNext(client: PoolClient): Promise<boolean> {
    if (this.#open === undefined) {
      this.#open = new Map();
      const { rows } = await client.query<Bucket>(UNSEALED);
      this.opened(rows);
    }
    const [next] = this.#open;
    if (next === undefined || !this.isDue) return false;
    const [key, { project, bucket }] = next;
    for (const emptied of EMPTIED) await client.query(emptied, [project, bucket]);
    await client.query(SEAL, [project, bucket]);
    this.#open.delete(key);
    return true;
  }
}

const UNSEALED = /* sql */ `
select b.project, b.bucket from sluice.trace_bits b
where b.field = '${ALL_FIELD}' and b.value = ''
  and not exists (select from sluice.bucket_seals s where s.project = b.project and s.bucket = b.bucket and s.by_position)
order by 1, 2`;

/** What there is of a bucket before it is sealed: an older release seals without `position_usage`. */
const EMPTIED = [
  'delete from sluice.bucket_seals where project = $1 and bucket = $2',
  'delete from sluice.bucket_usage where project = $1 and bucket = $2',
  `delete from sluice.position_usage where project = $1 and ${isInBucket('position', '$2::integer')}`,
];

/**
 * Of a bucket that has no traces any more nothing is left. What a trace has on a day without a model stands by position with the first of
 * its models, so that there are fewer rows. Of traces with a mark all of it may be wrong; they take off the seal when they are folded.
 */
const SEAL = /* sql */ `
with placed as materialized (
  select p.position, t.id, t.part, floor(extract(epoch from p."timestamp") / 3600)::bigint as trace_hour,
    (p."timestamp" at time zone 'UTC')::date as trace_day, p as place
  from sluice.trace_places p cross join lateral (select t.id, t.part from sluice.traces t where t.id = p.key offset 0) t
  where p.project = $1 and ${isInBucket('p.position', '$2::integer')}
), frequent as materialized (
  select b.field, b.value from sluice.trace_bits b
  where b.project = $1 and b.bucket = $2 and b.field <> '${HOUR_FIELD}'
), having_values as materialized (
  select p.id, v.field, v.value from placed p cross join lateral ${valuesOf('p.place')} v join frequent using (field, value)
  union all
  select p.id, '${ALL_FIELD}', '' from placed p
), usage as materialized (
  select p.id, p.position, p.trace_hour, u.day, u.model, ${USAGE_SUMS.map((column) => `u.${column}`).join(', ')}
  from placed p cross join lateral (
    select u.* from sluice.trace_usage u where u.part = p.part and u.trace_id = p.id offset 0) u
  union all
  select p.id, p.position, p.trace_hour, p.trace_day, null, 0, 0, 0, 0, 0 from placed p
), sums as (
  insert into sluice.bucket_usage
    (project, bucket, field, value, trace_hour, day, model, traces, ${USAGE_SUMS.join(', ')})
  select $1, $2, v.field, v.value, u.trace_hour, u.day, u.model, count(*), ${USAGE_SUMS.map((column) => `sum(u.${column})`).join(', ')}
  from usage u join having_values v using (id)
  group by v.field, v.value, u.trace_hour, u.day, u.model
), by_position as (
  insert into sluice.position_usage (project, position, day, model, traces, plain_observations, plain_cost, ${USAGE_SUMS.join(', ')})
  select $1, position, day, nullif(model, ''), ${['traces', 'plain_observations', 'plain_cost'].map((column) => `case nth when 1 then ${column} else 0 end`).join(', ')},
    ${USAGE_SUMS.map((column) => `case model when '' then 0 else ${column} end`).join(', ')}
  from (
    select u.*, row_number() over of_day as nth, count(*) filter (where u.model is null) over of_day as traces,
      coalesce(sum(u.observations) filter (where u.model = '') over of_day, 0) as plain_observations,
      coalesce(sum(u.cost) filter (where u.model = '') over of_day, 0) as plain_cost
    from usage u
    window of_day as (
      partition by u.position, u.day order by nullif(u.model, '') rows between unbounded preceding and unbounded following)
  ) u
  where nth = 1 or model <> ''
  order by position
)
insert into sluice.bucket_seals (project, bucket, by_position) select $1, $2, true where exists (select from placed)`;
