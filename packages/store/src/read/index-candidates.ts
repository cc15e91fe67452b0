import { TRACE_FILTERS, firstCharacters } from '@sluice/record';
import { ALL_FIELD, NAME_LENGTH, positionsOf } from '../trace-index-format';
import { type Values, collectValues } from './database';
import { hashedTraces } from './index-hashed-traces';
import { CLEAN_COUNT, dirtyKeys, indexMatches } from './index-matches';
import { wantedOfTrace } from './index-wanted-values';
import { type ProjectQueries, isKnown } from './project';
import type { TraceCondition } from './trace-condition';
import type { FieldFilter, TraceFilter, TraceSelection } from './trace';
import { fieldConditions } from './trace-filter';
import { bitmapsFrom, isOfLookup } from './index-sets';

/** Superset of the traces of a selection; the reader tests each of them. */
export interface CandidateTraces {
  /** SQL for `with`; each common table expression ends with a comma. */
  readonly parts: string;
  /** SQL after `from`: rows `t` of `sluice.traces`. */
  readonly from: string;
}

export const ALL_TRACES: CandidateTraces = { parts: '', from: 'sluice.traces t' };

/** Traces with wanted hashes beyond which all rows are read. */
const MAX_HASHED = 20_000;

/** Traces per match from which on a look-up of each match by its key costs less than reading all rows (measured). */
const MIN_TRACES_PER_MATCH = 10;

/**
 * Estimates by the trace index how the traces of a selection are read: by their keys if they are few enough, otherwise among all rows, which
 * have no index of these fields. The statement is exact either way, whatever has changed since.
 */
export async function candidateTraces(
  queries: ProjectQueries,
  selection: TraceSelection,
): Promise<(values: Values) => CandidateTraces> {
  if (!isKnown(queries.project)) return () => ALL_TRACES;
  return (await byHashes(queries, selection)) ?? (await byBitmaps(queries, selection)) ?? (() => ALL_TRACES);
}

type Candidates = (values: Values) => CandidateTraces;

/** Finds the traces by the hashes of values in them; undefined: no condition has one, or too many traces have them. */
async function byHashes(
  { query, project }: ProjectQueries,
  { filter, conditions = [] }: TraceSelection,
): Promise<Candidates | undefined> {
  const wanted = wantedOfTrace(conditions);
  if (wanted.length === 0) return undefined;
  const values = collectValues();
  const [estimate] = await query<{ readonly isFew: boolean }>({
    text: `
      with ${hashedTraces(project, { wanted, window: filter }, values)}
      select s.usable and (select count(*) from (select from hashed limit ${MAX_HASHED + 1}) f) <= ${MAX_HASHED} as "isFew" from state s`,
    values: values.values,
  });
  if (estimate?.isFew !== true) return undefined;
  return (of) =>
    byKeys(
      `${hashedTraces(project, { wanted, window: filter }, of)}, dirty_keys as materialized (${dirtyKeys(project)})`,
      'select key from hashed',
    );
}

/** Finds the traces by bitmaps, if at most one in `MIN_TRACES_PER_MATCH` matches. */
async function byBitmaps(
  { query, project }: ProjectQueries,
  selection: TraceSelection,
): Promise<Candidates | undefined> {
  const filter = indexFilter(selection);
  const { values, add } = collectValues();
  if (fieldConditions(filter, collectValues()).length === 0) return undefined;
  const [estimate] = await query<{ readonly is_within_limit: boolean }>({
    text: `
      with ${indexMatches(project, filter, { values, add }, { isRough: true })}
      select s.usable and ${CLEAN_COUNT} * ${MIN_TRACES_PER_MATCH} <= (select coalesce(sum(b.n), 0) ${bitmapsFrom(project, ALL_FIELD)}) as is_within_limit
      from state s`,
    values,
  });
  if (estimate?.is_within_limit !== true) return undefined;
  const keys = `
        select p.key from ${positionsOf('clean')} cross join lateral (
          select p.key from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.index_position = o.index_position offset 0) p
        where o.nth <= o.n`;
  return (of) => byKeys(indexMatches(project, filter, of), keys);
}

/** Reads the traces of `keys`, and dirty ones. @param parts SQL for `with`, with `state` and `dirty_keys` */
const byKeys = (parts: string, keys: string): CandidateTraces => ({
  parts: `
      ${parts},
      candidates as materialized (${keys} union select key from dirty_keys),`,
  // The index may have become unusable since the estimate.
  from: `(
      select f.* from candidates cross join lateral (select t.* from sluice.traces t where t.id = candidates.key offset 0) f
      union all
      select t.* from sluice.traces t where not (select usable from state)) t`,
});

/** Returns the part of a selection that the index can test: all traces of the selection fulfil it, and others may as well. */
function indexFilter({ filter, conditions = [] }: TraceSelection): TraceFilter {
  const indexed: { -readonly [Name in keyof TraceFilter]: TraceFilter[Name] } = { ...filter };
  for (const condition of conditions) {
    const { column } = condition;
    const value = onlyText(condition);
    if (condition.type === 'arrayOptions' && column === 'tags' && condition.operator === 'all of') {
      indexed.tags = [...indexed.tags, ...condition.value];
    } else if (value !== undefined && column === 'environment') {
      if (indexed.environments.length === 0) indexed.environments = [value];
    } else if (value !== undefined && isField(column)) {
      indexed[column] ??= value;
    }
  }
  // Index entries contain only the beginning of a longer name.
  if (indexed.name !== undefined) indexed.name = firstCharacters(indexed.name, NAME_LENGTH);
  return indexed;
}

/** Returns the only text that fulfils a condition; undefined if there are several. */
function onlyText(condition: TraceCondition): string | undefined {
  if (condition.type === 'string' && condition.operator === '=') return condition.value;
  const isOneOf = condition.type === 'stringOptions' && condition.operator === 'any of';
  return isOneOf && condition.value.length === 1 ? condition.value[0] : undefined;
}

const isField = (column: string): column is 'name' | keyof FieldFilter => column === 'name' || column in TRACE_FILTERS;
