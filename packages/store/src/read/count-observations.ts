import { collectValues } from './database';
import { fewCandidates } from './few-candidates';
import type { ObservationListQuery } from './observation-list';
import { matches } from './observation-matches';
import type { ProjectQueries } from './project';
import { tooSlow } from './store-error';
import type { CandidateTrace, IndexSteps, ObservationCandidates } from './trace-index';

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
  const { dirty, atEdges, countWithin } = candidates;
  const countIn = async (traces: readonly CandidateTrace[]): Promise<number> => {
    let total = 0;
    for (let at = 0; at < traces.length; at += CHUNK) {
      if (performance.now() > until) throw tooSlow();
      total += await count(queries, query, traces.slice(at, at + CHUNK));
    }
    return total;
  };
  if (query.conditions.length > 0) {
    const few = await fewCandidates(candidates, query, steps);
    return few === undefined ? count(queries, query) : countIn(few);
  }
  const isDirty = new Set(dirty.map(({ key }) => key));
  let total = (await countWithin(query)) + (await countIn(dirty));
  for await (const found of atEdges(query, steps)) {
    total += await countIn(found.filter(({ key }) => !isDirty.has(key)));
  }
  return total;
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
