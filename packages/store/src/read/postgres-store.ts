import type { Pool } from 'pg';
import { compareTraces } from './compare-traces';
import { dailyMetrics } from './daily-metrics';
import { type Database, type DuringRead, createDatabase, watched } from './database';
import { findObservations } from './find-observations';
import { getSession } from './get-session';
import { getTrace } from './get-trace';
import { listSessions } from './list-sessions';
import { listTraces } from './list-traces';
import { metricLabels } from './metric-labels';
import { metricNames } from './metric-names';
import { recordsMissing } from './positions';
import { inProject } from './project';
import { queryMetric } from './query-metric';
import { replayedAt } from './replayed';
import { checkRights } from './rights';
import { searchTraces } from './search-traces';
import { Shares } from './shares';
import { traceGroups } from './trace-groups';
import { traceHistogram } from './trace-histogram';
import { traceValues } from './trace-values';
import { walkSessions } from './walk-sessions';

/** What can be read of a project: one file each. */
const PROJECT_READS = {
  /** One page of the traces that match, and how many match in all (spec 4.2). */
  listTraces,
  /** The newest traces that have a text, as far as time allows (contract: Text search). */
  searchTraces,
  /** The traces of a selection by time. */
  traceHistogram,
  /** What the traces of a selection sum up to by the values of a field. */
  traceGroups,
  /** By which values some traces of a selection differ from its others. */
  compareTraces,
  /** What the traces of a selection have in a field. */
  traceValues,
  /** @returns undefined where there is no such trace (spec 4.3) */
  getTrace,
  /** Observations by their ids, with those of no trace left out. */
  findObservations,
  /** One page of sessions, newest first, and how many there are in all. */
  listSessions,
  /** The newest sessions from a place on, as far as a bounded look at traces finds them. */
  walkSessions,
  /** @returns undefined where there is no trace of such a session */
  getSession,
  /** One page of days, newest first (spec 4.4). */
  dailyMetrics,
  /** The series of one metric by time bucket (spec 4.6). */
  queryMetric,
  /** The labels of a metric, or the values of one. */
  metricLabels,
  /** All metric names (spec 4.7). */
  metricNames,
} as const;

/** What may take seconds where much is stored, or comes again and again, and so leaves connections to the other reads of its project. */
const LONG_READS: ReadonlySet<string> = new Set([
  'recordsMissing',
  'searchTraces',
  'traceHistogram',
  'compareTraces',
  'traceGroups',
  'traceValues',
  'findObservations',
  'listSessions',
] satisfies readonly (keyof ProjectStore)[]);

/** What is asked for a project that is no part of its data: it takes of the project's connections. */
const READS_BESIDE = {
  /** How many records up to these places of a log are not stored yet, over all their partitions. */
  recordsMissing,
} as const;

/** What can be asked beside that. */
const READS = {
  /** When the last transaction was committed that a replica has replayed; undefined where the database is none. */
  replayedAt,
  /** Resolves when the database answers. */
  check: checkRights,
} as const;

/** Reads of a database, or of a project, that is given already. */
type Bound<Reads> = {
  readonly [Name in keyof Reads]: Reads[Name] extends (given: never, ...query: infer Query) => infer Answer
    ? (...query: Query) => Answer
    : never;
};

/** What the query service reads of one project, and for it. */
export type ProjectStore = Bound<typeof PROJECT_READS> & Bound<typeof READS_BESIDE>;

/**
 * What the query service reads. Every value is effective: defaults are applied here, so that no reader repeats them
 * (contract: Defaults are never stored as values). Times are integer microseconds since the epoch, UTC; free-form
 * values are JSON text, never parsed. Traces below the retention floor are absent.
 *
 * Every answer has the memory that it takes at a time (`heldBytes`), and nothing that is not bounded by itself is read
 * before it is asked for. Large ones come in portions, and no database connection is held between two of them: a slow
 * client costs memory for one portion and nothing else. A value that changes while its answer is read may show its
 * newer state; one that is too long to be read at once and changes just then ends its answer.
 *
 * Every method, and every portion, rejects with `StoreUnavailableError` when the database is away, overloaded or too slow,
 * and when retention removes what is being read.
 */
export interface ReadStore extends Bound<typeof READS> {
  /** The reads of a project; undefined: of the default project. One of which nothing was stored reads as empty. */
  readonly of: (project: string | undefined) => ProjectStore;
}

export interface ReadStoreOptions {
  readonly pool: Pool;
  /** Does each statement, and each snapshot, of a read, told by the name of the read. */
  readonly during?: DuringRead | undefined;
}

/** Makes the read port on a pool of `readPoolConfig`. The pool stays the caller's to watch and to close. */
export function createReadStore({ pool, during }: ReadStoreOptions): ReadStore {
  const database = createDatabase(pool);
  const databaseOf = (read: string, on = database): Database => (during === undefined ? on : watched(on, read, during));
  const sharedBy = sharedConnections(pool);
  return {
    ...(bind(READS, databaseOf) as Bound<typeof READS>),
    of: (name) => {
      const shared = (read: string): Database => databaseOf(read, sharedBy(database, read, name ?? ''));
      return {
        ...bind(PROJECT_READS, (read) => inProject(shared(read), name)),
        ...bind(READS_BESIDE, shared),
      } as ProjectStore;
    },
  };
}

/** Where the pool does not say how long it lets wait. */
const WAIT_MS = 5000;

/** One project has at most four in five connections, and its long reads half of these. */
function sharedConnections({ options }: Pool): (database: Database, read: string, project: string) => Database {
  const { max, connectionTimeoutMillis: maxWaitMs = WAIT_MS } = options;
  const most = Math.max(1, max - Math.max(1, Math.floor(max / 5)));
  const all = new Shares(most, maxWaitMs);
  const long = new Shares(Math.max(1, Math.floor(most / 2)), maxWaitMs);
  return (database, read, project) => {
    const shared = all.of(database, project);
    return LONG_READS.has(read) ? long.of(shared, project) : shared;
  };
}

/** The reads of what is given anew for each of them, by its name. */
function bind<Given>(
  reads: Readonly<Record<string, (given: Given, ...query: never[]) => unknown>>,
  give: (read: string) => Given | Promise<Given>,
): object {
  const bound = Object.entries(reads).map(([name, read]) => [
    name,
    async (...query: never[]) => read(await give(name), ...query),
  ]);
  return Object.fromEntries(bound) as object;
}
