import type { PoolClient } from 'pg';
import {
  ALL_FIELD,
  SEGMENT_SIZE,
  HOUR_FIELD,
  OUTCOME_FIELD,
  EMPTY_BITMAP,
  TOKENS_OR_COST,
  USAGE_SUMS,
  bitmapOf,
  isInSegment,
  positionsOf,
  valuesOf,
} from '../../trace-index-format';

const IDLE_MS = 30_000;

/** Limits for the trace rollups of a segment that is still changing. */
export interface EarlyRollups {
  /** Milliseconds between two such rollups of one segment. */
  readonly everyMs: number;
  /** Traces that must have been indexed in the segment since the last such rollup; until then reads use the rows of these traces. */
  readonly minIndexed: number;
  /** Milliseconds without a change of a trace before its rollup is made: the next change would invalidate it. */
  readonly idleTraceMs: number;
}

const EARLY_ROLLUPS: EarlyRollups = { everyMs: 2000, minIndexed: 256, idleTraceMs: 3000 };

interface SegmentRollupsOptions {
  /** Milliseconds without a change of a segment before its rollups are made. */
  readonly idleMs?: number | undefined;
  readonly earlyRollups?: EarlyRollups | undefined;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** A segment of a project. */
export interface Segment {
  readonly project: number;
  readonly segment: number;
}

/** A segment that a round has invalidated, because it indexed traces of the segment or added an indexed value. */
export interface InvalidatedSegment extends Segment {
  /** Number of traces that the round has indexed in the segment; 0: none, only an indexed value was added. */
  readonly traces: number;
}

interface InvalidSegment extends InvalidatedSegment {
  /** Time of the last round that indexed its traces. */
  readonly changedAt: number;
  /** Time of the last early trace rollups; `traces` counts the traces indexed since then. */
  readonly rolledUpAt: number;
}

/**
 * Makes the rollups of segments that were idle for `idleMs`, one segment at a time, with the trace rollups of their traces. For segments
 * that are still changing it makes trace rollups alone, from time to time. The transaction that indexes a trace invalidates its segment and
 * its trace rollup.
 */
export class SegmentRollups {
  readonly #idleMs: number;
  readonly #earlyOptions: EarlyRollups;
  readonly #now: () => number;
  /** Segments that are not valid, in the order of their last change. Undefined: not read yet. */
  #invalid: Map<string, InvalidSegment> | undefined;

  constructor({
    idleMs = IDLE_MS,
    earlyRollups = EARLY_ROLLUPS,
    now = () => performance.now(),
  }: SegmentRollupsOptions = {}) {
    this.#idleMs = idleMs;
    this.#earlyOptions = earlyRollups;
    this.#now = now;
  }

  /** Discards the known segments; to be called when another process may have indexed traces. */
  forget(): void {
    this.#invalid = undefined;
  }

  /** Adds segments to those whose rollups are to be made. */
  addInvalidated(segments: readonly InvalidatedSegment[]): void {
    for (const { project, segment, traces } of segments) {
      const key = `${project}/${segment}`;
      const before = this.#invalid?.get(key);
      this.#invalid?.delete(key); // it moves to the end
      this.#invalid?.set(key, {
        project,
        segment,
        traces: traces + (before?.traces ?? 0),
        changedAt: this.#now(),
        rolledUpAt: before?.rolledUpAt ?? -Infinity,
      });
    }
  }

  /** Returns whether rollups may be due. */
  get isDue(): boolean {
    return this.#invalid === undefined || this.#idle !== undefined || this.#early !== undefined;
  }

  /** The segment that has been idle for the longest time, if that is at least `idleMs`. */
  get #idle(): InvalidSegment | undefined {
    const [next] = this.#invalid?.values() ?? [];
    return next !== undefined && this.#now() - next.changedAt >= this.#idleMs ? next : undefined;
  }

  /** A segment whose trace rollups are due before it is idle. */
  get #early(): InvalidSegment | undefined {
    const { everyMs, minIndexed } = this.#earlyOptions;
    const until = this.#now() - everyMs;
    return [...(this.#invalid?.values() ?? [])].find(
      ({ traces, rolledUpAt }) => traces >= minIndexed && rolledUpAt <= until,
    );
  }

  /** Makes the next rollups that are due, in the caller's transaction. @returns whether any were due */
  async next(client: PoolClient): Promise<boolean> {
    if (this.#invalid === undefined) {
      this.#invalid = new Map();
      const { rows } = await client.query<Segment>(INVALID_SEGMENTS);
      this.addInvalidated(rows.map((row) => ({ ...row, traces: SEGMENT_SIZE })));
    }
    const [idle, early] = [this.#idle, this.#early];
    if (idle !== undefined) {
      const { project, segment } = idle;
      for (const statement of ROLL_UP_SEGMENT) await client.query(statement, [project, segment]);
      this.#invalid.delete(`${project}/${segment}`);
    } else if (early !== undefined) {
      const { project, segment } = early;
      await client.query(ROLL_UP_IDLE_TRACES, [project, segment, this.#earlyOptions.idleTraceMs]);
      this.#invalid.set(`${project}/${segment}`, { ...early, traces: 0, rolledUpAt: this.#now() });
    }
    return idle !== undefined || early !== undefined;
  }
}

const INVALID_SEGMENTS = /* sql */ `
select b.project, b.segment from sluice.trace_index_bitmaps b
where b.field = '${ALL_FIELD}' and b.value = ''
  and not exists (select from sluice.valid_segments s where s.project = b.project and s.segment = b.segment)
order by 1, 2`;

/**
 * SQL, for `with`: `usage`, the rows of `trace_usage` of the traces in `entries`. Each trace has a further row of zeros without model on the
 * day of its timestamp, by which traces are counted.
 * @param own columns of `entries` that each row repeats
 */
const usageOf = (own: string): string => /* sql */ `
usage as materialized (
  select ${own}, u.day, u.model, ${USAGE_SUMS.map((column) => `u.${column}`).join(', ')}
  from entries p cross join lateral (
    select u.* from sluice.trace_usage u where u.part = p.part and u.trace_id = p.id offset 0) u
  union all
  select ${own}, p.trace_day, null, 0, 0, 0, 0, 0 from entries p
)`;

/** SQL: columns of an index entry and its trace. */
const ENTRY_AND_TRACE = `p.index_position, t.id, t.part, (p."timestamp" at time zone 'UTC')::date as trace_day`;

/** SQL: the model of a row of `usage`. Null: the row of the trace itself, or of observations without model, tokens and cost. */
const OWN_MODEL = `case when u.model <> '' or ${TOKENS_OR_COST.map((column) => `u.${column} <> 0`).join(' or ')} then u.model end`;

/**
 * SQL: makes the trace rollups of rows of `usage`. Observations of a day without a model have a row of their own if they have tokens or a
 * cost. Most have none (plain spans): then only their number is stored, in the first row of the day, which saves two rows in five.
 * @param where SQL clause that chooses rows of `usage u`; empty: all
 */
const insertTraceRollups = (where: string): string => /* sql */ `
  insert into sluice.trace_rollups (project, index_position, day, model, traces, plain_observations, observations, ${TOKENS_OR_COST.join(', ')})
  select $1, index_position, day, own_model, ${['traces', 'plain_observations'].map((column) => `case nth when 1 then ${column} else 0 end`).join(', ')},
    case when own_model is null then 0 else observations end, ${TOKENS_OR_COST.join(', ')}
  from (
    select u.*, row_number() over of_day as nth, count(*) filter (where u.model is null) over of_day as traces,
      coalesce(sum(u.observations) filter (where u.own_model is null) over of_day, 0) as plain_observations
    from (select u.*, ${OWN_MODEL} as own_model from usage u ${where}) u
    window of_day as (
      partition by u.index_position, u.day order by u.own_model rows between unbounded preceding and unbounded following)
  ) u
  where nth = 1 or own_model is not null
  order by index_position`;

/** SQL: the validity bitmap of a segment that is not valid. */
const VALIDITY_BITMAP = `(select l.bitmap from sluice.segment_validity l where l.project = $1 and l.segment = $2)`;
/** SQL condition: the trace rollup of a position is valid. */
const hasTraceRollup = (indexPosition: string): string =>
  `get_bit(coalesce(${VALIDITY_BITMAP}, ${EMPTY_BITMAP}), ${indexPosition} % ${SEGMENT_SIZE}) <> 0`;

/**
 * SQL: makes the rollups of a segment, which is valid then. A segment without traces has no rows, and is not valid. Rollups of dirty traces may be wrong:
 * the round that indexes these traces invalidates the segment.
 */
const ROLL_UP_SEGMENT = [
  'delete from sluice.segment_rollups where project = $1 and segment = $2',
  `delete from sluice.trace_rollups where project = $1 and ${isInSegment('index_position', '$2::integer')} and not ${hasTraceRollup('index_position')}`,
  /* sql */ `
with entries as materialized (
  select ${ENTRY_AND_TRACE}, floor(extract(epoch from p."timestamp") / 3600)::bigint as trace_hour,
    ${hasTraceRollup('p.index_position')} as has_rollup, p as entry
  from sluice.trace_index_entries p cross join lateral (select t.id, t.part from sluice.traces t where t.id = p.key offset 0) t
  where p.project = $1 and ${isInSegment('p.index_position', '$2::integer')}
), indexed_values as materialized (
  select b.field, b.value from sluice.trace_index_bitmaps b
  where b.project = $1 and b.segment = $2 and b.field not in ('${HOUR_FIELD}', '${OUTCOME_FIELD}')
), having_values as materialized (
  select p.id, v.field, v.value from entries p cross join lateral ${valuesOf('p.entry')} v join indexed_values using (field, value)
  union all
  select p.id, '${ALL_FIELD}', '' from entries p
), ${usageOf('p.id, p.index_position, p.trace_hour, p.has_rollup')}, sums as (
  insert into sluice.segment_rollups
    (project, segment, field, value, trace_hour, day, model, traces, ${USAGE_SUMS.join(', ')})
  select $1, $2, v.field, v.value, u.trace_hour, u.day, u.model, count(*), ${USAGE_SUMS.map((column) => `sum(u.${column})`).join(', ')}
  from usage u join having_values v using (id)
  group by v.field, v.value, u.trace_hour, u.day, u.model
), inserted as (
  ${insertTraceRollups('where not u.has_rollup')}
)
insert into sluice.valid_segments (project, segment) select $1, $2 where exists (select from entries)`,
  'delete from sluice.segment_validity where project = $1 and segment = $2',
];

/** SQL: makes the trace rollups of a segment that is not valid, for traces without a change for `$3` milliseconds. */
const ROLL_UP_IDLE_TRACES = /* sql */ `
with lacking as materialized (
  select b.segment, (b.bitmap & ~coalesce(${VALIDITY_BITMAP}, ${EMPTY_BITMAP}))::varbit as bitmap from sluice.trace_index_bitmaps b
  where b.field = '${ALL_FIELD}' and b.value = '' and b.project = $1 and b.segment = $2
    and not exists (select from sluice.valid_segments s where s.project = $1 and s.segment = $2)
), entries as materialized (
  select ${ENTRY_AND_TRACE}
  from ${positionsOf('lacking')}
    cross join lateral (
      select p.* from sluice.trace_index_entries p where p.project = $1 and p.index_position = o.index_position offset 0) p
    cross join lateral (
      select t.id, t.part from sluice.traces t
      where t.id = p.key and t.updated_at <= now() - $3::integer * interval '1 ms' offset 0) t
  where o.nth <= o.n
), ${usageOf('p.index_position')}, outdated as (
  delete from sluice.trace_rollups where project = $1 and index_position = any(array(select index_position from entries))
), inserted as (
  ${insertTraceRollups('')}
)
insert into sluice.segment_validity (project, segment, bitmap)
select $1, $2, ${bitmapOf('index_position')} from entries having count(*) > 0
on conflict (project, segment) do update set bitmap = segment_validity.bitmap | excluded.bitmap`;
