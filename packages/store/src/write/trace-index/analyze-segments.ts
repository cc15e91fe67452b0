import type { PoolClient } from 'pg';
import {
  FULL_BITMAP,
  SEGMENT_SIZE,
  HOUR_FIELD,
  TAG_FIELD,
  TEXT_FIELDS,
  beginOf,
  bitmapOf,
  valuesOf,
} from '../../trace-index-format';
import type { Segment, InvalidatedSegment } from './segment-rollups';
import { segmentOf } from './index-statement';

/** Traces of one segment that must have a value before the value gets bitmaps. A B-tree finds the traces of rarer values. */
const MIN_TRACES_OF_VALUE = 64;
/** Number of values that change in a segment before the segment is analyzed again. */
const ANALYZE_AFTER = 8 * 1024;
/** Limit of the indexed values of a project, without its hours; bounds the bitmaps of each segment. */
const MAX_INDEXED_VALUES = 10_000;

/** A segment in which a round has indexed traces: all of them are invalidated. */
export interface IndexedSegment extends InvalidatedSegment {
  /** Blocks of these traces. */
  readonly blocks: readonly number[];
  /** Bounds of the parts of these traces; null if all of them are gone. */
  readonly firstPart: number | null;
  readonly lastPart: number | null;
  /** Number of values that these traces have gained or lost; a value counts once for each trace. */
  readonly changes: number;
}

const FIELDS = [...(Object.keys(TEXT_FIELDS) as (keyof typeof TEXT_FIELDS)[]), TAG_FIELD, HOUR_FIELD] as const;
type Field = (typeof FIELDS)[number];

interface Value {
  readonly field: Field;
  readonly value: string;
}

/**
 * Finds new indexed values and makes their bitmaps: analyzes each segment after many values in it have changed. Counts of changes are kept
 * in memory, and are lost with the process. The choice of indexed values decides how fast answers are, and never their content.
 */
export class SegmentAnalyzer {
  readonly #after: number;
  readonly #changes = new Map<string, number>();
  /** Number of indexed values by project: counted at the first analysis, and raised by each later one. */
  readonly #values = new Map<number, number>();

  /** @param after number of changed values after which a segment is analyzed */
  constructor(after = ANALYZE_AFTER) {
    this.#after = after;
  }

  /**
   * Counts the changed values of segments, and analyzes each segment that reaches the limit. To be called in the transaction of a round,
   * after its traces are indexed.
   * @returns the segments that are no longer valid, because their rollups lack a value that is indexed now
   */
  async addChanges(client: PoolClient, indexed: readonly IndexedSegment[]): Promise<readonly InvalidatedSegment[]> {
    const invalidated: InvalidatedSegment[] = [];
    for (const { project, segment, changes } of indexed) {
      const key = `${project}/${segment}`;
      const sum = changes + (this.#changes.get(key) ?? 0);
      this.#changes.delete(key);
      if (sum < this.#after) this.#changes.set(key, sum);
      else invalidated.push(...(await this.#analyze(client, project, segment)).map((each) => ({ ...each, traces: 0 })));
    }
    return invalidated;
  }

  async #analyze(client: PoolClient, project: number, segment: number): Promise<readonly Segment[]> {
    const values = await newIndexedValues(client, project, segment);
    const hours = values.filter(({ field }) => field === HOUR_FIELD);
    const others = values.filter(({ field }) => field !== HOUR_FIELD);
    if (others.length > 0) {
      const before = this.#values.get(project) ?? (await countValues(client, project));
      others.length = Math.max(0, Math.min(others.length, MAX_INDEXED_VALUES - before));
      this.#values.set(project, before + others.length);
    }
    const invalidated: Segment[] = [];
    for (const field of FIELDS) {
      const values = [...hours, ...others].filter((each) => each.field === field).map(({ value }) => value);
      if (values.length > 0)
        invalidated.push(...(await client.query<Segment>(insertBitmaps(field), [project, values])).rows);
    }
    return invalidated;
  }
}

/** Returns the values without bitmaps that at least `MIN_TRACES_OF_VALUE` traces of a segment have. */
async function newIndexedValues(client: PoolClient, project: number, segment: number): Promise<Value[]> {
  const { rows } = await client.query<Value>(
    `select v.field, v.value from (
       select v.field, v.value from sluice.trace_index_entries p cross join lateral ${valuesOf('p')} v
       where p.project = $1 and p.index_position between $2 and $3
       group by 1, 2 having count(*) >= ${MIN_TRACES_OF_VALUE} offset 0) v
     where not exists (
       select from sluice.trace_index_bitmaps b where b.project = $1 and b.field = v.field and b.value = v.value)`,
    [project, segment * SEGMENT_SIZE, segment * SEGMENT_SIZE + SEGMENT_SIZE - 1],
  );
  return rows;
}

/** Counts the indexed values of a project. Hours are left out: their number grows with time. */
async function countValues(client: PoolClient, project: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from (
       select distinct field, value from sluice.trace_index_bitmaps where project = $1 and field <> '${HOUR_FIELD}') v`,
    [project],
  );
  return rows[0]?.n ?? 0;
}

/** SQL: makes the bitmaps of the values `$2` of the project `$1` in all segments, from the current index entries. */
function insertBitmaps(field: Field): string {
  const made = `
    insert into sluice.trace_index_bitmaps (project, field, value, segment, n, bitmap)
    select p.project, '${field}', v.value, ${segmentOf('p.index_position')}, count(*), ${bitmapOf('p.index_position')}
    from ${entriesWith(field)} group by 1, 2, 3, 4`;
  // Segment rollups have no rows for hours.
  if (field === HOUR_FIELD) return made;
  return `
    with made as (${made} returning project, segment),
    invalidated as (
      delete from sluice.valid_segments s using (select distinct project, segment from made) m
      where s.project = m.project and s.segment = m.segment returning s.project, s.segment),
    validity as (
      insert into sluice.segment_validity (project, segment, bitmap)
      select project, segment, ${FULL_BITMAP} from invalidated
      on conflict (project, segment) do update set bitmap = excluded.bitmap)
    select project, segment from invalidated`;
}

function entriesWith(field: Field): string {
  const values = 'unnest($2::text[]) v (value)';
  if (field === HOUR_FIELD) {
    return `${values} join sluice.trace_index_entries p on p.project = $1
      and p."timestamp" >= ${beginOf('v.value')} and p."timestamp" < ${beginOf('v.value')} + interval '1 hour'`;
  }
  if (field !== TAG_FIELD) {
    return `${values} join sluice.trace_index_entries p on p.project = $1 and p.${TEXT_FIELDS[field]} = v.value`;
  }
  // Index entries have no B-tree of tags, so the tags of `traces` are searched. An entry that differs from its trace is dirty.
  return `(
      select v.value, t.id as key from ${values} cross join lateral (
        select t.id from sluice.traces t where t.project = $1 and t.tags @> array[v.value] offset 0) t
      union
      select v.value, p.key
      from (select distinct m.key from sluice.trace_index_dirty m where m.project = $1) m
        join sluice.trace_index_entries p on p.project = $1 and p.key = m.key
        cross join lateral unnest(p.tags) v (value)
      where v.value = any($2)
    ) v join sluice.trace_index_entries p on p.project = $1 and p.key = v.key and v.value = any(p.tags)`;
}
