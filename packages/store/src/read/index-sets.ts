import { HOUR_MICROS, TRACE_FILTERS, formatMicros } from '@sluice/record';
import {
  ALL_FIELD,
  SEGMENT_SIZE,
  HOUR_FIELD,
  OUTCOME_FIELD,
  TAG_FIELD,
  TEXT_FIELDS,
  beginOf,
  bitmapOf,
  hourText,
} from '../trace-index-format';
import type { StoredProject } from '../projects';
import { cutWindow } from './cut-window';
import type { Values } from './database';
import type { FieldFilter, TimeWindow, TraceFilter } from './trace';
import { hasTags } from './trace-filter';

/*
 * Sets: statements with a row `(segment, bitmap)` for each segment in which the project has traces that meet a condition. They are right for
 * all traces that are not dirty (packages/store/TRACE-INDEX.md).
 */

/**
 * SQL: rows of index positions as a set. They are sorted first, because a hash is sized for the expected rows, of which rare values have
 * far fewer.
 * @param from SQL after `from`, with index entries as `p`
 */
export const setOf = (from: string): string => `
  select s.segment, ${bitmapOf('s.index_position')}::varbit as bitmap
  from (select p.index_position / ${SEGMENT_SIZE} as segment, p.index_position ${from} order by 1 offset 0) s group by s.segment`;

/** SQL condition: the row belongs to the project. */
export const isOf = (alias: string, { id }: StoredProject): string => `${alias}.project = ${id}`;

/**
 * SQL condition as `isOf`, for look-ups of single rows by further columns. With a constant, for a project that is newer than the statistics,
 * the planner expects one row, treats any index that begins with the project as equal to the right one, and then reads all of the project for
 * each row. A subquery hides the number of the project from the planner.
 */
export const isOfLookup = (alias: string, { id }: StoredProject): string => `${alias}.project = (select ${id})`;

/** SQL: rows `b` of the bitmaps of one field. */
export const bitmapsFrom = (project: StoredProject, field: string): string =>
  `from sluice.trace_index_bitmaps b where ${isOf('b', project)} and b.field = '${field}'`;

/** Letters of the fields in `trace_index_bitmaps`, by the names that filters and orders use. */
export const INDEXED_FIELDS = {
  name: 'n',
  userId: 'u',
  sessionId: 's',
  release: 'r',
  version: 'v',
  environment: 'e',
} as const satisfies Record<'name' | 'environment' | keyof FieldFilter, keyof typeof TEXT_FIELDS>;

/** A field of traces whose values have bitmaps. */
export type IndexedField = keyof typeof INDEXED_FIELDS;

/** Name of a set: the condition of the filter that it belongs to, or all traces for a filter without conditions. */
export type SetName = IndexedField | 'tags' | 'outcome' | 'time' | 'all';

/** Fields of a filter with one value each. */
const FILTERED = ['name', ...(Object.keys(TRACE_FILTERS) as (keyof FieldFilter)[])] as const;

/**
 * SQL: the sets whose intersection is the matches of a filter; at least one. Rare values have no bitmaps and are read by an index.
 * @param project a known project
 * @param windows a match is in one of them; they do not overlap
 */
export function setsOf(
  project: StoredProject,
  filter: TraceFilter,
  values: Values,
  windows: readonly TimeWindow[] = [filter],
): readonly (readonly [SetName, string])[] {
  const { environments, tags, outcomes = [] } = filter;
  const sets: (readonly [SetName, string])[] = [];
  for (const field of FILTERED) {
    const value = filter[field];
    if (value !== undefined) sets.push([field, valuesSet(project, field, [value], values)]);
  }
  if (environments.length > 0) sets.push(['environment', valuesSet(project, 'environment', environments, values)]);
  if (tags.length > 0) sets.push(['tags', tagsSet(project, tags, values)]);
  if (outcomes.length > 0) sets.push(['outcome', outcomesSet(project, outcomes, values)]);
  if (windows.every(({ from, before }) => from !== undefined || before !== undefined)) {
    sets.push(['time', timeSet(project, windows, values)]);
  }
  return sets.length > 0 ? sets : [['all', `select b.segment, b.bitmap ${bitmapsFrom(project, ALL_FIELD)}`]];
}

/** SQL: traces with any of the values. */
function valuesSet(project: StoredProject, field: IndexedField, any: readonly string[], values: Values): string {
  const requested = `${values.add([...new Set(any)])}::text[]`;
  const bitmaps = bitmapsFrom(project, INDEXED_FIELDS[field]);
  return `
    select s.segment, bit_or(s.bitmap)::varbit as bitmap from (
      select b.segment, b.bitmap ${bitmaps} and b.value = any(${requested})
      union all
      ${setOf(`from (
          select v.value from unnest(${requested}) v (value)
          where not exists (select ${bitmaps} and b.value = v.value) offset 0) rare
        cross join lateral (
          select p.index_position from sluice.trace_index_entries p
          where ${isOf('p', project)} and p.${TEXT_FIELDS[INDEXED_FIELDS[field]]} = rare.value offset 0) p`)}
    ) s group by 1`;
}

/** SQL: traces with any of the outcomes, all of which have bitmaps. */
const outcomesSet = (project: StoredProject, outcomes: readonly string[], { add }: Values): string => `
    select b.segment, bit_or(b.bitmap)::varbit as bitmap
    ${bitmapsFrom(project, OUTCOME_FIELD)} and b.value = any(${add(outcomes)}::text[]) group by 1`;

/** SQL: traces with all of the tags. If one of them is rare, the index of tags finds the traces. */
function tagsSet(project: StoredProject, all: readonly string[], values: Values): string {
  const tags = [...new Set(all)];
  const requested = `${values.add(tags)}::text[]`;
  const count = `${values.add(tags.length)}::bigint`;
  const bitmaps = bitmapsFrom(project, TAG_FIELD);
  const areIndexed = `(
    select count(*) = ${count} from unnest(${requested}) v (tag) where exists (select ${bitmaps} and b.value = v.tag))`;
  return `
    select b.segment, bit_and(b.bitmap)::varbit as bitmap ${bitmaps} and b.value = any(${requested}) and ${areIndexed}
    group by 1 having count(*) = ${count}
    union all
    ${setOf(`from (
        select t.id from sluice.traces t
        where ${isOf('t', project)} and ${hasTags(requested)} and not ${areIndexed} offset 0) t
      cross join lateral (
        select p.index_position from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.key = t.id offset 0) p`)}`;
}

/** SQL: traces of any of the windows. */
function timeSet(project: StoredProject, windows: readonly TimeWindow[], values: Values): string {
  const sets = windows.map((window) => timeBitmaps(project, window, values));
  return `select s.segment, bit_or(s.bitmap)::varbit as bitmap from (${sets.join(' union all ')}) s group by 1`;
}

/** SQL: rows of bitmaps. Whole hours by their bitmaps; hours without bitmaps and the edges of the window by the index of times. */
function timeBitmaps(project: StoredProject, window: TimeWindow, values: Values): string {
  const { from, before } = window;
  const hours = cutWindow(window, HOUR_MICROS).whole;
  const whole = [
    bitmapsFrom(project, HOUR_FIELD),
    ...(hours === undefined ? ['false'] : []),
    ...(hours?.first === undefined ? [] : [`b.value >= ${values.add(hourText(hours.first))}::text`]),
    ...(hours?.end === undefined ? [] : [`b.value < ${values.add(hourText(hours.end))}::text`]),
  ].join(' and ');
  const time = (micros: number | undefined, none: string): string =>
    `${values.add(micros === undefined ? none : formatMicros(micros))}::timestamptz`;
  return `
    select b.segment, b.bitmap ${whole}
    union all
    ${setOf(`from (
          select coalesce(lag(h.at + interval '1 hour') over (order by h.at), ${time(from, '-infinity')}) as "from", h.at as before
          from (select distinct ${beginOf('b.value')} as at ${whole} union all select ${time(before, 'infinity')}) h offset 0) gap
        cross join lateral (
          select p.index_position from sluice.trace_index_entries p
          where ${isOf('p', project)} and p."timestamp" >= gap."from" and p."timestamp" < gap.before offset 0) p
        where gap."from" < gap.before`)}`;
}
