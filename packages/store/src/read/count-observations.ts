import { collectValues } from './database';
import type { ObservationListQuery } from './observation-list';
import { matches } from './observation-matches';
import type { ProjectQueries } from './project';
import { tooSlow } from './store-error';
import type { CandidateTrace, IndexSteps, ObservationCandidates } from './trace-index';

/** Candidates beyond which all traces are read: their observations are joined, not looked up trace by trace. */
const MAX_CANDIDATES = 20_000;
/** Candidates whose observations one statement counts. */
const CHUNK = 3000;

/** Bounds of a count. */
interface Bounds {
  /** Time of the process at which the count ends. */
  readonly until: number;
  readonly steps?: IndexSteps | undefined;
}

/**
 * Counts the matches of a query, exact in its snapshot.
 * @param candidates traces that may have matches; undefined: all
 * @throws StoreUnavailableError if the count exceeds its time
 */
export async function countObservations(
  queries: ProjectQueries,
  query: ObservationListQuery,
  candidates: ObservationCandidates | undefined,
  { until, steps }: Bounds,
): Promise<number> {
  if (candidates === undefined) return count(queries, query);
  const { dirty, batches, atEdges, countWithin } = candidates;
  const countIn = async (traces: readonly CandidateTrace[]): Promise<number> => {
    let total = 0;
    for (let at = 0; at < traces.length; at += CHUNK) {
      if (performance.now() > until) throw tooSlow();
      total += await count(queries, query, traces.slice(at, at + CHUNK));
    }
    return total;
  };
  const isDirty = new Set(dirty.map(({ key }) => key));
  const clean = (found: readonly CandidateTrace[]) => found.filter(({ key }) => !isDirty.has(key));
  if (query.conditions.length === 0) {
    let total = (await countWithin(query)) + (await countIn(dirty));
    for await (const found of atEdges(query, steps)) total += await countIn(clean(found));
    return total;
  }
  const all = [...dirty];
  for await (const { candidates: found } of batches(query, steps)) {
    all.push(...clean(found));
    if (all.length > MAX_CANDIDATES) return count(queries, query);
  }
  return countIn(all);
}

async function count(
  queries: ProjectQueries,
  query: ObservationListQuery,
  only?: readonly CandidateTrace[],
): Promise<number> {
  const values = collectValues();
  const [counted] = await queries.query<{ total: number }>({
    text: `select count(*) as total from ${matches(queries, query, values, { only })}`,
    values: values.values,
  });
  return counted?.total ?? 0;
}
