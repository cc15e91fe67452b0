import { formatMicros, type Micros, parseTraceId, type SearchCursor } from '@sluice/record';
import { collectValues, microsOf, type Statement, type Values } from './database';
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
}

/** Limits of a scan: rows that it reads, and candidates that it returns. */
export interface ScanBounds {
  readonly rows: number;
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
  if (first === undefined) return { candidates: [], end: undefined, passed: 0 };
  const candidates = found.filter((row): row is ScanRow & Passed => row.key !== null);
  const last = candidates.at(-1);
  if (last !== undefined && candidates.length === bounds.candidates) return { candidates, end: last, passed: last.nth };
  const end = { timestamp: first.end_at, id: first.end_id };
  return { candidates, end: first.passed < rows ? undefined : end, passed: first.passed };
}

/** Row with the end of the scan; a scan without candidates returns one row. */
type ScanRow = {
  readonly passed: number;
  readonly end_at: Micros;
  readonly end_id: string;
} & (Passed | { readonly key: null });

function scanStatement(
  { project }: ProjectQueries,
  query: TraceSearchQuery,
  needle: Needle,
  bounds: ScanBounds,
): { readonly statement: Statement; readonly rows: number } {
  const { values, add } = collectValues();
  const into: Values = { values, add };
  const { led, rest } = divided(query.filter);
  const id = answeredId(project);
  const passedBy = where([
    ...fieldConditions(led, into),
    ...windowConditions(query.filter, into),
    ...afterCursor(query.after, id, into),
    isVisible(project),
  ]);
  const sought = soughtIn(needle, into);
  const own = ownTexts(query, sought);
  const has = own.length === 0 ? 'false' : `(${own.map((each) => each.has).join(' or ')})`;
  const further = [...fieldConditions(rest, into), ...furtherConditions(project, query.conditions ?? [], into)];
  const fulfilled = where(haveValues(query.fields) ? further : [...further, has]);
  // Then all rows of the scan are candidates.
  const rows = fulfilled === '' ? Math.min(bounds.rows, bounds.candidates) : bounds.rows;
  const text = `
    with scanned as materialized (
      select t.id as key, ${id} as id, t."timestamp", t.part, row_number() over (order by t."timestamp" desc, ${id} desc) as nth
      from sluice.traces t ${passedBy}
      order by t."timestamp" desc, ${id} desc limit ${add(rows)}::bigint
    ), candidates as materialized (
      select w.nth, w.key, w.id, w."timestamp", t.part, t.has_io, t.input_from, t.output_from, t.observation_count, ${matchOf(own)} as match
      from scanned w join sluice.traces t on t.id = w.key ${fulfilled}
      order by w.nth limit ${add(bounds.candidates)}::bigint
    )
    select e.nth as passed, ${microsOf('e."timestamp"')} as end_at, e.id as end_id,
           c.key, c.id, ${microsOf('c."timestamp"')} as "timestamp", c.part, c.has_io, c.input_from, c.output_from, c.observation_count as observations, c.match, c.nth
    from (select w.nth, w."timestamp", w.id from scanned w order by w.nth desc limit 1) e left join candidates c on true
    order by c.nth`;
  return { statement: { text, values }, rows };
}

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

/** SQL conditions on `sluice.traces t`: the trace follows the cursor. @param id SQL, the id as answered */
export function afterCursor(cursor: SearchCursor | undefined, id: string, { add }: Values): string[] {
  if (cursor === undefined) return [];
  return [`(t."timestamp", ${id}) < (${add(formatMicros(cursor.timestamp))}::timestamptz, ${add(cursor.id)}::uuid)`];
}

/** Splits a filter into the value whose index is scanned, so that no other traces are read, and the rest, which is tested on each trace. */
function divided(filter: TraceFilter): { readonly led: TraceFilter; readonly rest: TraceFilter } {
  const { sessionId, ...rest } = filter;
  const none: TraceFilter = { tags: [], environments: [] };
  return sessionId === undefined ? { led: none, rest } : { led: { ...none, sessionId }, rest };
}
