import { ALL_TRACES, type CandidateTraces, candidateTraces } from './index-candidates';
import { planStatement } from './index-page';
import type { CandidateTrace } from './index-observation-entries';
import {
  type CandidateBatch,
  type IndexSteps,
  type ObservationCandidates,
  observationCandidates,
} from './index-observations';
import { choosePlan } from './index-plan';
import { type RolledUp, observationRollups } from './index-rollups';
import { type DaySums, canSum, indexSums } from './index-sums';
import { walkFiltered, walkedKey } from './index-text-filters';
import { type ValueRow, indexedValues } from './index-values';
import type { Queries, Values } from './database';
import type { ProjectDatabase, ProjectQueries } from './project';
import type { ListPlan, TimeWindow, TracePageQuery, TraceSelection } from './trace';
import { type CountedTraces, type ReadCountedRow, countedTraces } from './trace-row';

/*
 * Port of the trace index to reads (TRACE-INDEX.md). Only this file imports files `index-*.ts`, and only those name tables of the index.
 */

export { ALL_TRACES, candidateTraces, indexedValues, observationCandidates, observationRollups };
export { walkFiltered, walkedKey };
export type { CandidateBatch, CandidateTrace, CandidateTraces, DaySums, IndexSteps, ObservationCandidates };
export type { RolledUp, ValueRow };

/** Number and page of matches, and the plan that found them. */
interface MatchPage extends CountedTraces {
  readonly plan: Exclude<ListPlan, 'rows'>;
}

/** Matches of a selection. Each answer is exact in its snapshot, however many traces are dirty; undefined: the caller reads the rows. */
export interface Matches {
  /** Reads the number of matches, and a page of them in an order. */
  readonly page: (page: Omit<TracePageQuery, keyof TraceSelection>) => Promise<MatchPage | undefined>;
  /**
   * Reads in a snapshot the sums of the matches within some windows, which do not overlap.
   * @param read reads rows of these sums, in this snapshot
   */
  readonly sums: <Row>(
    windows: readonly TimeWindow[],
    read: (queries: ProjectQueries, sums: (values: Values) => DaySums) => Promise<readonly Row[]>,
  ) => Promise<readonly Row[] | undefined>;
}

/** Returns the reads of the matches of a selection. */
export const matches = (database: ProjectDatabase, selection: TraceSelection): Matches => ({
  page: async (page) => {
    const query = { ...page, ...selection };
    const plan = await choosePlan(database, query);
    if (plan === undefined) return undefined;
    const rows = await database.query<ReadCountedRow & { readonly usable: boolean }>(
      planStatement(database.project, query, plan),
    );
    // The index may have become unusable since the estimate.
    return rows[0]?.usable === true ? { ...countedTraces(rows), plan } : undefined;
  },
  sums: async (windows, read) => {
    if (!canSum(database.project, selection)) return undefined;
    const rows = await database.snapshot(async (queries) => {
      const sums = await indexSums(queries, selection.filter, windows);
      return sums && read(queries, sums);
    });
    // A rebuild may have emptied the tables, whose rows a snapshot does not keep.
    return rows !== undefined && (await isComplete(database)) ? rows : undefined;
  },
});

async function isComplete({ query }: Queries): Promise<boolean> {
  const [state] = await query<{ isComplete: boolean }>({
    text: 'select is_complete as "isComplete" from sluice.trace_index_state',
    values: [],
  });
  return state?.isComplete === true;
}

/**
 * Prevents that the index is emptied during a snapshot, before its first statement: a snapshot does not keep the rows of a truncated table.
 */
export async function lockTraceIndex({ query }: Queries): Promise<void> {
  await query({ text: 'lock table sluice.trace_index_entries in access share mode' });
}
