import { parseTraceId, type SearchCursor } from '@sluice/record';
import { addTime, collectValues, microsOf, type Statement, type Values } from './database';
import { type ProjectQueries, isVisible, answeredId } from './project';
import type { TraceSearchQuery } from './search';
import type { SearchedField } from './trace-match';
import type { Needle } from './search-needle';
import { haveValues } from './search-rows';
import { type Sought, contains, matchIn, soughtIn } from './search-text';
import type { TraceFilter } from './trace';
import { furtherConditions } from './trace-conditions';
import type { ValueSources } from './trace-extras';
import { fieldConditions, where, windowConditions } from './trace-filter';
import { walkFiltered, walkedKey } from './trace-index';

/** A trace that a scan has read. */
export interface Passed extends SearchCursor, ValueSources {
  /** JSON of the first match in its row: `[[field, snippet], null, null]`; null without any. */
  readonly match: string | null;
  readonly observations: number;
  /** Number of traces that the scan has read, up to this one. */
  readonly nth: number;
}

/** Result of one scan. */
export interface SearchScan {
  /** Traces that fulfil the filter, newest first; if values are not searched, only those with a match. */
  readonly candidates: readonly Passed[];
  /** Cursor at the end of the scan; undefined: there are no more traces. */
  readonly end: SearchCursor | undefined;
  readonly passed: number;
  /** Traces among those that filters of texts have ruled out; no candidate is one of them. */
  readonly ruledOut: number;
}

/** Limits of a scan: rows that it reads, or traces that it walks by filters of texts, and candidates that it returns. */
export interface ScanBounds {
  readonly rows: number;
  readonly walked: number;
  readonly candidates: number;
}

/**
 * Reads a bounded number of traces from the cursor on, whether they match or not: the cost of the filter varies, but no scan grows with the
 * stored data.
 */
export async function scan(
  queries: ProjectQueries,
  query: TraceSearchQuery,
  needle: Needle,
  bounds: ScanBounds,
): Promise<SearchScan> {
  const found = await queries.query<ScanRow>(scanStatement(queries, query, needle, bounds));
  const last = found.at(-1);
  if (last?.usable !== true) return scan(queries, query, { ...needle, grams: [] }, bounds);
  return {
    candidates: found.filter((row) => row.key !== null),
    end: last.is_end ? undefined : { timestamp: last.timestamp, id: last.id },
    passed: last.is_end ? last.nth - 1 : last.nth,
    ruledOut: last.ruled_out,
  };
}

/** Row of a candidate, of the last trace of a walk up to its limit, or of the end of all traces. */
type ScanRow = {
  /** Whether the trace index was usable, if filters of texts were. */
  readonly usable: boolean;
  /** Number of traces up to this one that filters of texts have ruled out. */
  readonly ruled_out: number;
  readonly nth: number;
} & (
  | ({ readonly is_end: false } & Passed)
  | ({ readonly is_end: false; readonly key: null } & SearchCursor)
  | { readonly is_end: true; readonly key: null }
);

function scanStatement(
  queries: ProjectQueries,
  query: TraceSearchQuery,
  needle: Needle,
  bounds: ScanBounds,
): Statement {
  const { project } = queries;
  const { values, add } = collectValues();
  const into: Values = { values, add };
  const { led, rest } = divided(query.filter);
  const isFiltered = needle.grams.length > 0 && led.sessionId === undefined;
  const sought = soughtIn(needle, into);
  const own = ownTexts(query, sought);
  const has = own.length === 0 ? 'false' : `(${own.map((each) => each.has).join(' or ')})`;
  const further = [...fieldConditions(rest, into), ...furtherConditions(project, query.conditions ?? [], into)];
  const fulfilled = where(haveValues(query.fields) ? further : [...further, has]);
  // Then all rows of the scan are candidates.
  const scanned = fulfilled === '' ? Math.min(bounds.rows, bounds.candidates) : bounds.rows;
  const limit = `${add(isFiltered ? bounds.walked : scanned)}::bigint`;
  const walk = isFiltered
    ? walkFiltered(queries, {
        conditions: (alias) => walkConditions(query, alias, `${alias}.id`, into),
        limit,
        grams: needle.grams,
      })
    : walkRows(queries, fieldConditions(led, into), query, limit, into);
  const order = 'w."timestamp" desc, w.id desc';
  const text = `
    with ${walk}
    select (select usable from state) as usable, w.nth, w.is_end, w.ruled_out, w.id, case when not w.is_end then ${microsOf('w."timestamp"')} end as "timestamp",
           c.key, c.part, c.has_io, c.input_from, c.output_from, c.observations, c.match
    from (
      select w.* from (
        select w.*, row_number() over o as nth, count(*) filter (where not w.may) over o as ruled_out
        from (
          select w.* from (select w.*, false as is_end from walked w union all ${END}) w order by ${order} limit ${limit}) w
        window o as (order by ${order} rows unbounded preceding)
      ) w where w.may or w.nth = ${limit} order by ${order} offset 0
    ) w
    left join lateral (
      select t.id as key, t.part, t.has_io, t.input_from, t.output_from, t.observation_count as observations, ${matchOf(own)} as match
      from (select t.* from sluice.traces t where w.may and t.id = ${walkedKey(queries)} offset 0) t ${fulfilled}
    ) c on true
    where c.key is not null or w.nth = ${limit} or w.is_end
    order by ${order} limit ${add(bounds.candidates)}::bigint`;
  return { text, values };
}

/** SQL: row after all rows of `walked`. */
const END = `select null, null, '00000000-0000-0000-0000-000000000000', '-infinity', true, true`;

/** SQL, for `with`: `state` and `walked` as of `walkFiltered`, by the rows of traces. */
function walkRows(
  { project }: ProjectQueries,
  led: readonly string[],
  query: TraceSearchQuery,
  limit: string,
  values: Values,
): string {
  const id = answeredId(project);
  const order = `t."timestamp" desc, ${id} desc`;
  return `
    state as (select true as usable),
    walked as not materialized (
      select t.id as key, null::integer as index_position, ${id} as id, t."timestamp", true as may
      from sluice.traces t ${where([...led, ...walkConditions(query, 't', id, values), isVisible(project)])}
      order by ${order} limit ${limit})`;
}

/** SQL conditions on rows with the time and the id of traces: those in the window, behind the cursor. */
const walkConditions = ({ filter, after }: TraceSearchQuery, alias: string, id: string, values: Values): string[] => [
  ...windowConditions(filter, values, alias),
  ...afterCursor(after, id, values, alias),
];

/** SQL of a text of `sluice.traces t`: whether it contains the needle, and then its match. */
interface OwnText {
  readonly has: string;
  readonly match: string;
}

const ID = 'coalesce(t.public_id, t.id)';

const OWN_TEXTS = {
  name: (sought) => ({ has: contains('t.name', sought), match: matchIn(`'name'`, 't.name', sought) }),
  id: (sought) => ({
    has: `(strpos(${ID}::text, ${sought.mark(parseTraceId(sought.text) ?? sought.text)}) > 0 or ${contains('t.sent_id', sought)})`,
    match: `json_build_array('id', coalesce(nullif(t.sent_id, ''), ${ID}::text))`,
  }),
  tags: (sought) => {
    const tag = `(select tag from unnest(t.tags) tag where ${contains('tag', sought)} limit 1)`;
    return { has: `${tag} is not null`, match: matchIn(`'tags'`, tag, sought) };
  },
} as const satisfies Partial<Record<SearchedField, (sought: Sought) => OwnText>>;

const ownTexts = ({ fields }: TraceSearchQuery, sought: Sought): readonly OwnText[] =>
  (['name', 'id', 'tags'] as const).filter((field) => fields.includes(field)).map((field) => OWN_TEXTS[field](sought));

/** SQL: the first match in the row of a trace as JSON. */
const matchOf = (own: readonly OwnText[]): string =>
  own.length === 0
    ? 'null::text'
    : `case ${own.map(({ has, match }) => `when ${has} then json_build_array(${match}, null, null)::text`).join(' ')} end`;

/** SQL conditions on `sluice.traces t`, or other rows with their times: the trace follows the cursor. @param id SQL, the id as answered */
export function afterCursor(cursor: SearchCursor | undefined, id: string, values: Values, alias = 't'): string[] {
  if (cursor === undefined) return [];
  return [`(${alias}."timestamp", ${id}) < (${addTime(values, cursor.timestamp)}, ${values.add(cursor.id)}::uuid)`];
}

/** Splits a filter into the value whose index is scanned, so that no other traces are read, and the rest, which is tested on each trace. */
function divided(filter: TraceFilter): { readonly led: TraceFilter; readonly rest: TraceFilter } {
  const { sessionId, ...rest } = filter;
  const none: TraceFilter = { tags: [], environments: [] };
  return sessionId === undefined ? { led: none, rest } : { led: { ...none, sessionId }, rest };
}
