import { formatMicros } from '@sluice/record';
import { patiently } from './database';
import { MAX_HELD_BYTES } from './portions';
import { type ProjectDatabase, type ProjectQueries, isVisible, answeredId } from './project';
import type { SessionDetail, SessionQuery } from './session';
import type { Extras, Portions, TraceListItem } from './trace';
import { readExtras } from './trace-extras';
import { type SizedItems, heldByItems, sizeItems, versionOfItems } from './trace-items';
import { MAX_TRACE_BYTES, SCORED_TRACE_COLUMNS, versionOf } from './trace-row';
import type { ReadTraceRow } from './trace-row';
import { versionOfSessionScores } from './trace-scores';
import { MAX_SUMMARY_BYTES } from './trace-summary';

/** Traces whose rows are in memory at a time. */
const WINDOW = 200;

/** The next traces of a session. */
interface Window extends SizedItems {
  readonly isLast: boolean;
}

/** Reads a session: the rows of its first traces at once, everything else window by window, as the client reads. */
export async function getSession(
  database: ProjectDatabase,
  { id, include }: SessionQuery,
): Promise<SessionDetail | undefined> {
  // A single snapshot for both: with a version newer than the rows a client would never learn of the change.
  const { rows, version } = await database.snapshot(async (queries) => {
    const first = await readRows(queries, id);
    return { rows: first, version: first.length < WINDOW ? versionOf(first) : await versionOfAll(queries, id) };
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const first = await sized(database, rows, include);
  const hasMore = include.scores === true && !first.isLast;
  return {
    session: { id, createdAt: row.timestamp, environment: row.environment },
    version: `${version},${hasMore ? await versionOfSessionScores(database, id) : versionOfItems(first)}`,
    heldBytes: held(first),
    traces: readWindows(patiently(database), id, include, first),
  };
}

const held = (window: Window): number =>
  window.isLast ? heldByItems(window) : MAX_HELD_BYTES + WINDOW * (MAX_TRACE_BYTES + MAX_SUMMARY_BYTES);

/** Reads the windows of a session. In a session of more than one window a trace whose time changes meanwhile may be missing or repeated. */
async function* readWindows(
  queries: ProjectQueries,
  id: string,
  include: Extras,
  first: Window,
): Portions<TraceListItem> {
  for (let window = first; ;) {
    yield* readExtras(queries, window.traces, include, window.summaries);
    if (window.isLast) return;
    window = await sized(queries, await readRows(queries, id, window.traces.at(-1)?.row), include);
  }
}

async function sized(queries: ProjectQueries, rows: readonly ReadTraceRow[], include: Extras): Promise<Window> {
  return { ...(await sizeItems(queries, rows, include)), isLast: rows.length < WINDOW };
}

/** Reads rows. @param after the last trace of the previous window */
function readRows({ query, project }: ProjectQueries, id: string, after?: ReadTraceRow): Promise<ReadTraceRow[]> {
  return query<ReadTraceRow>({
    text: `
      select ${SCORED_TRACE_COLUMNS} from sluice.traces t
      where t.session_id = $1::text and ${isVisible(project)}
        ${after ? `and (t."timestamp", ${answeredId(project)}) > ($2::timestamptz, $3::uuid)` : ''}
      order by t."timestamp", ${answeredId(project)} limit ${WINDOW}`,
    values: [id, ...(after ? [formatMicros(after.timestamp), after.id] : [])],
  });
}

/** Returns `versionOf` all traces of a session, without reading their rows. */
async function versionOfAll({ query, project }: ProjectQueries, id: string): Promise<string> {
  const [row] = await query<{ readonly version: string }>({
    text: `
      select count(*) || ' ' || max(t.updated_at) || ' ' ||
             bit_xor(hashtextextended(t.id::text || t.xmin::text || t.updated_at, 0)) as version
      from sluice.traces t where t.session_id = $1::text and ${isVisible(project)}`,
    values: [id],
  });
  return row?.version ?? '';
}
