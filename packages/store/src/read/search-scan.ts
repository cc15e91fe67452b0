import { type Micros, parseTraceId, type SearchCursor } from '@sluice/record';
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
  const { statement, rows } = scanStatement(queries, query, needle, bounds);
  const found = await queries.query<ScanRow>(statement);
  const [first] = found;
  if (first?.usable === false) return scan(queries, query, { ...needle, bits: [] }, bounds);
  if (first === undefined || first.passed === null) return { candidates: [], end: undefined, passed: 0, ruledOut: 0 };
  const candidates = found.filter((row): row is ScanRow & Passed => row.key !== null);
  const last = candidates.at(-1);
  const { passed, ruled_out: ruledOut } = first;
  if (last !== undefined && candidates.length === bounds.candidates) {
    return { candidates, end: last, passed: last.nth, ruledOut };
  }
  const end = { timestamp: first.end_at, id: first.end_id };
  return { candidates, end: passed < rows ? undefined : end, passed, ruledOut };
}

/** Row with the end of the scan; a scan without candidates returns one row. */
type ScanRow = {
  /** Whether the trace index was usable, if filters of texts were. */
  readonly usable: boolean;
  readonly ruled_out: number;
  /** Null: there was nothing to scan. */
  readonly passed: number | null;
  readonly end_at: Micros;
  readonly end_id: string;
} & (Passed | { readonly key: null });

function scanStatement(
  queries: ProjectQueries,
  query: TraceSearchQuery,
  needle: Needle,
  bounds: ScanBounds,
): { readonly statement: Statement; readonly rows: number } {
  const { project } = queries;
  const { values, add } = collectValues();
  const into: Values = { values, add };
  const { led, rest } = divided(query.filter);
  const isFiltered = needle.bits.length > 0 && led.sessionId === undefined;
  const sought = soughtIn(needle, into);
  const own = ownTexts(query, sought);
  const has = own.length === 0 ? 'false' : `(${own.map((each) => each.has).join(' or ')})`;
  const further = [...fieldConditions(rest, into), ...furtherConditions(project, query.conditions ?? [], into)];
  const fulfilled = where(haveValues(query.fields) ? further : [...further, has]);
  // Then all rows of the scan are candidates.
  const scanned = fulfilled === '' ? Math.min(bounds.rows, bounds.candidates) : bounds.rows;
  const rows = isFiltered ? bounds.walked : scanned;
  const limit = `${add(rows)}::bigint`;
  const walk = isFiltered
    ? walkFiltered(queries, {
        conditions: (alias) => walkConditions(query, alias, `${alias}.id`, into),
        limit,
        bits: needle.bits,
      })
    : walkRows(queries, fieldConditions(led, into), query, limit, into);
  const text = `
    with ${walk}, candidates as materialized (
      select w.nth, t.id as key, w.id, w."timestamp", t.part, t.has_io, t.input_from, t.output_from, t.observation_count, ${matchOf(own)} as match
      from (select w.* from scanned w where w.may order by w.nth offset 0) w
        cross join lateral (select t.* from sluice.traces t where t.id = ${walkedKey(queries)} offset 0) t ${fulfilled}
      order by w.nth limit ${add(bounds.candidates)}::bigint
    )
    select s.usable, e.ruled_out, e.nth as passed, ${microsOf('e."timestamp"')} as end_at, e.id as end_id,
           c.key, c.id, ${microsOf('c."timestamp"')} as "timestamp", c.part, c.has_io, c.input_from, c.output_from, c.observation_count as observations, c.match, c.nth
    from state s
      left join (
        select w.nth, w."timestamp", w.id, (select count(*) from scanned n where not n.may) as ruled_out
        from scanned w order by w.nth desc limit 1) e on true
      left join candidates c on true
    order by c.nth`;
  return { statement: { text, values }, rows };
}

/** SQL, for `with`: `state` and `scanned` as of `walkFiltered`, by the rows of traces. */
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
    scanned as materialized (
      select t.id as key, null::integer as index_position, ${id} as id, t."timestamp", true as may, row_number() over (order by ${order}) as nth
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
    has: `strpos(${ID}::text, ${sought.mark(parseTraceId(sought.text) ?? sought.text)}) > 0`,
    match: `json_build_array('id', ${ID})`,
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
