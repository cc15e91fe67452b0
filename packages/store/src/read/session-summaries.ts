import { ANSWER_LIMITS } from '@sluice/record';
import { collectValues, microsOf } from './database';
import { TEXT_BYTES, heldBytes } from './portions';
import { type ProjectDatabase, type ProjectQueries, isVisible, answeredId } from './project';
import type { ListedSession, Session, SessionSummary } from './session';
import type { Versioned } from './trace';
import { READ_TRACE_COLUMNS, type ReadTraceRow } from './trace-row';
import { readSummaries } from './trace-summary';

const { sessionTraces: TRACES, sessionUsers: USERS } = ANSWER_LIMITS;

/** Builds the answer of sessions. @param more further text of the version of the answer */
export async function answerSessions(
  database: ProjectDatabase,
  found: readonly Session[],
  hasSummary: boolean,
  more: unknown,
): Promise<Versioned & { readonly sessions: readonly ListedSession[] }> {
  const plain = found.map(({ id, createdAt, environment }) => ({ id, createdAt, environment }));
  const sessions = hasSummary ? await database.snapshot((queries) => withSummaries(queries, plain)) : plain;
  return { sessions, version: JSON.stringify([more, ...sessions]), heldBytes: heldBytes(sessions.map(sizeOf)) };
}

/** Returns the bytes of all texts of a session. */
function sizeOf({ id, environment, summary }: ListedSession): { readonly bytes: number; readonly longest: number } {
  const texts = [id, environment, summary?.users ?? '', summary?.name ?? '', summary?.input ?? ''];
  return { bytes: texts.reduce((sum, text) => sum + TEXT_BYTES + 2 * text.length, 0), longest: 0 };
}

/** Adds summaries; a session that was removed meanwhile has none. */
async function withSummaries(queries: ProjectQueries, sessions: readonly Session[]): Promise<readonly ListedSession[]> {
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  const sums = await readSums(queries, ids);
  const firsts = await readFirsts(
    queries,
    sums.map(({ key }) => key),
  );
  const known = new Map(sums.map(({ n, key, ...sum }) => [n, { key, sum }]));
  return sessions.map((session, index) => {
    const found = known.get(index + 1);
    const first = firsts.get(found?.key ?? '');
    if (found === undefined || first === undefined) return session;
    return { ...session, summary: { ...found.sum, ...first } };
  });
}

interface SumsRow extends Omit<SessionSummary, 'name' | 'input'> {
  readonly n: number;
  /** Key of its first trace. */
  readonly key: string;
}

/** SQL: the first traces of each session `s(id, n)`, in order, by the index of sessions. */
const firstTraces = (queries: ProjectQueries, columns: string, limit: number): string => `
  select ${columns} from sluice.traces t
  where t.session_id = s.id and ${isVisible(queries.project)}
  order by t."timestamp", ${answeredId(queries.project)} limit ${limit}`;

/** Reads the sums of sessions, and one trace more than is counted, which shows whether there are more. */
function readSums(queries: ProjectQueries, ids: readonly string[]): Promise<SumsRow[]> {
  const { values, add } = collectValues();
  const columns = `t.id, t.user_id, t.error_count, t.total_cost, t.input_tokens, t.output_tokens, t.total_tokens,
    row_number() over (order by t."timestamp", ${answeredId(queries.project)}) as nth`;
  const isCounted = `x.nth <= ${TRACES}`;
  const counted = `filter (where ${isCounted})`;
  const users = `array_agg(distinct x.user_id collate "C") filter (where ${isCounted} and x.user_id is not null)`;
  const text = `
    select s.n, f.*, ${microsOf('l."timestamp"')} as "last"
    from unnest(${add(ids)}::text[]) with ordinality as s(id, n)
    cross join lateral (
      select (array_agg(x.id) filter (where x.nth = 1))[1] as key,
             count(*) <= ${TRACES} as "isWhole", count(*) ${counted} as traces,
             count(*) filter (where ${isCounted} and x.error_count > 0) as errors,
             to_json(coalesce((${users})[1:${USERS}], '{}'))::text as users,
             count(distinct x.user_id) ${counted} as "userCount",
             sum(x.total_cost) ${counted} as "totalCost", (sum(x.input_tokens) ${counted})::text as "inputTokens",
             (sum(x.output_tokens) ${counted})::text as "outputTokens", (sum(x.total_tokens) ${counted})::text as "totalTokens"
      from (${firstTraces(queries, columns, TRACES + 1)}) x
    ) f
    cross join lateral (
      select t."timestamp" from sluice.traces t
      where t.session_id = s.id and ${isVisible(queries.project)}
      order by t."timestamp" desc limit 1
    ) l
    order by s.n`;
  return queries.query<SumsRow>({ text, values });
}

/** Reads the displayed fields of first traces, by their keys. */
async function readFirsts(
  queries: ProjectQueries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Pick<SessionSummary, 'name' | 'input'>>> {
  const rows = await queries.query<ReadTraceRow>({
    text: `select ${READ_TRACE_COLUMNS} from sluice.traces t where t.id = any($1::uuid[]) and ${isVisible(queries.project)}`,
    values: [keys],
  });
  const summaries = await readSummaries(queries, rows);
  return new Map(rows.map(({ key, name }, index) => [key, { name, input: summaries[index]?.input ?? null }]));
}
