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
import { areStored } from './stored-offsets';
import { inProject } from './project';
import { queryMetric } from './query-metric';
import { replayedAt } from './replay-time';
import { checkRights } from './rights';
import { searchTraces } from './search-traces';
import { Shares } from './project-connections';
import { tooSlow } from './store-error';
import { traceGroups } from './trace-groups';
import { traceHistogram } from './trace-histogram';
import { traceValues } from './trace-values';
import { scanSessions } from './scan-sessions';

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
  scanSessions,
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
  'areStored',
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
  /** Whether all records up to these places of a log are stored. */
  areStored,
} as const;

/** What is asked of no project: on connections of its own, so that no load of reads makes the service not ready. */
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
  /**
   * The reads of a project; undefined: of the default project. One of which nothing was stored reads as empty.
   * @param gone aborted when nobody waits for the answer any more: a statement is cancelled, a wait for a connection or a turn ends, and
   * reads and portions reject with its reason
   */
  readonly of: (project: string | undefined, gone?: AbortSignal) => ProjectStore;
}

export interface ReadStoreOptions {
  /** Connections for the reads of projects. */
  readonly pool: Pool;
  /** Connections for what is asked of no project. */
  readonly probe: Pool;
  /** Milliseconds that a read has until its answer begins. A statement for a later portion has the limit of its session. */
  readonly timeoutMs: number;
  /** Does each statement, and each snapshot, of a read, told by the name of the read. */
  readonly during?: DuringRead | undefined;
}

/** Makes the read port on pools of `readPoolConfig`. They stay the caller's to watch and to close. */
export function createReadStore({ pool, probe, timeoutMs, during }: ReadStoreOptions): ReadStore {
  const databaseOf = (read: string, on: Database): Database => (during === undefined ? on : watched(on, read, during));
  const sharedBy = sharedConnections(pool);
  const probed = (read: string, signal: AbortSignal): Database => databaseOf(read, createDatabase(probe, signal));
  return {
    ...(bind(READS, probed, { timeoutMs }) as Bound<typeof READS>),
    of: (name, gone) => {
      const shared = (read: string, signal: AbortSignal): Database =>
        databaseOf(read, sharedBy(createDatabase(pool, signal), read, name ?? '', signal));
      const limits = { timeoutMs, gone };
      return {
        ...bind(PROJECT_READS, (read, signal) => inProject(shared(read, signal), name), limits),
        ...bind(READS_BESIDE, shared, limits),
      } as ProjectStore;
    },
  };
}

/** Where the pool does not say how long it lets wait. */
const WAIT_MS = 5000;

/** A project has four in five of the connections that others leave. Long reads of all have as much together, half of it one project. */
const SHARE = 0.8;

function sharedConnections({ options }: Pool) {
  const { max, connectionTimeoutMillis: maxWaitMs = WAIT_MS } = options;
  const all = new Shares({ most: max, share: SHARE, maxWaitMs });
  const long = new Shares({ most: Math.max(1, Math.floor(SHARE * max)), share: 0.5, maxWaitMs });
  return (database: Database, read: string, project: string, signal: AbortSignal): Database => {
    const shared = all.of(database, project, signal);
    return LONG_READS.has(read) ? long.of(shared, project, signal) : shared;
  };
}

/** How long a read may take, and who waits for it. */
interface Limits {
  readonly timeoutMs: number;
  readonly gone?: AbortSignal | undefined;
}

/** The reads of what is given for each of them, by its name and the signal that ends it. */
function bind<Given>(
  reads: Readonly<Record<string, (given: Given, ...query: never[]) => unknown>>,
  give: (read: string, signal: AbortSignal) => Given | Promise<Given>,
  limits: Limits,
): object {
  const bound = Object.entries(reads).map(([name, read]) => [
    name,
    (...query: never[]) => inTime(limits, async (signal) => read(await give(name, signal), ...query)),
  ]);
  return Object.fromEntries(bound) as object;
}

/** Does work whose signal aborts when it takes too long, and when nobody waits for it or for what it has resolved with. */
async function inTime<T>({ timeoutMs, gone }: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow()), timeoutMs);
  try {
    return await work(gone === undefined ? late.signal : AbortSignal.any([gone, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
