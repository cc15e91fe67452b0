import type { PoolClient } from 'pg';
import { ALL_FIELD, HOUR_FIELD, isInBucket, valuesOf } from '../../places';

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
 * Makes the sums of buckets in which nothing has changed for a while, one at a time. The fold takes the seal off a bucket in the
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
    await client.query(EMPTY, [project, bucket]);
    await client.query(SEAL, [project, bucket]);
    this.#open.delete(key);
    return true;
  }
}

const UNSEALED = /* sql */ `
select b.project, b.bucket from sluice.trace_bits b
where b.field = '${ALL_FIELD}' and b.value = ''
  and not exists (select from sluice.bucket_seals s where s.project = b.project and s.bucket = b.bucket)
order by 1, 2`;

const EMPTY = 'delete from sluice.bucket_usage where project = $1 and bucket = $2';

/**
 * Of a bucket that has no traces any more nothing is left. Of traces with a mark the sums may be wrong, and they take off the seal when
 * they are folded.
 */
const SEAL = /* sql */ `
with placed as materialized (
  select t.id, t.part, floor(extract(epoch from p."timestamp") / 3600)::bigint as trace_hour,
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
  select p.id, p.trace_hour, u.day, u.model, u.observations, u.input_tokens, u.output_tokens, u.total_tokens, u.cost
  from placed p cross join lateral (
    select u.* from sluice.trace_usage u where u.part = p.part and u.trace_id = p.id offset 0) u
  union all
  select p.id, p.trace_hour, p.trace_day, null, 0, 0, 0, 0, 0 from placed p
), sums as (
  insert into sluice.bucket_usage
    (project, bucket, field, value, trace_hour, day, model, traces, observations, input_tokens, output_tokens, total_tokens, cost)
  select $1, $2, v.field, v.value, u.trace_hour, u.day, u.model, count(*), sum(u.observations), sum(u.input_tokens),
    sum(u.output_tokens), sum(u.total_tokens), sum(u.cost)
  from usage u join having_values v using (id)
  group by v.field, v.value, u.trace_hour, u.day, u.model
)
insert into sluice.bucket_seals (project, bucket) select $1, $2 where exists (select from placed)`;
