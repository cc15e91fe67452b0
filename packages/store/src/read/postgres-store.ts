import type { Pool } from 'pg';
import { compareTraces } from './compare-traces';
import { dailyMetrics } from './daily-metrics';
import { type Database, type DuringRead, createDatabase, watched } from './database';
import { findObservations } from './find-observations';
import { getSession } from './get-session';
import { getTrace } from './get-trace';
import { listObservations } from './list-observations';
import { observationGroups } from './observation-groups';
import { listScores } from './list-scores';
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

/** Reads of a project: one file each. */
const PROJECT_READS = {
  /** Reads one page of the matching traces, and their total number (spec 4.2). */
  listTraces,
  /** Searches the newest traces with a text, within a time limit (contract: Text search). */
  searchTraces,
  /** Counts the traces of a selection by time. */
  traceHistogram,
  /** Sums the traces of a selection by the values of a field. */
  traceGroups,
  /** Compares some traces of a selection with its others by their values. */
  compareTraces,
  /** Lists the values of a field in the traces of a selection. */
  traceValues,
  /** Reads a trace. @returns undefined if there is no such trace (spec 4.3) */
  getTrace,
  /** Reads observations by their ids; ids without a visible trace are left out. */
  findObservations,
  /** Reads one page of the matching observations, newest first. */
  listObservations,
  observationGroups,
  /** Reads one page of the matching scores, newest first. */
  listScores,
  /** Reads one page of sessions, newest first, and their total number. */
  listSessions,
  /** Finds the newest sessions after a cursor, by a bounded scan of traces. */
  scanSessions,
  /** Reads a session. @returns undefined if no trace has this session */
  getSession,
  /** Reads one page of days, newest first (spec 4.4). */
  dailyMetrics,
  /** Reads the series of one metric by time bucket (spec 4.6). */
  queryMetric,
  /** Lists the labels of a metric, or the values of one label. */
  metricLabels,
  /** Lists all metric names (spec 4.7). */
  metricNames,
} as const;

/**
 * Reads that may last seconds with much data, or are repeated often, and therefore leave connections to the other reads of their project.
 */
const LONG_READS: ReadonlySet<string> = new Set([
  'areStored',
  'searchTraces',
  'traceHistogram',
  'compareTraces',
  'traceGroups',
  'traceValues',
  'findObservations',
  'listObservations',
  'observationGroups',
  'listScores',
  'listSessions',
] satisfies readonly (keyof ProjectStore)[]);

/** Reads for a project that do not read its data: they use the project's connections. */
const READS_BESIDE = {
  /** Returns whether all records up to these log offsets are stored. */
  areStored,
} as const;

/** Reads without a project: on connections of their own, so that no load of reads makes the service not ready. */
const READS = {
  /** Returns the commit time of the last transaction that a replica has replayed; undefined if the database is none. */
  replayedAt,
  /** Resolves when the database answers. */
  check: checkRights,
} as const;

/** Reads without their first parameter: a database, or a project, that is already bound. */
type Bound<Reads> = {
  readonly [Name in keyof Reads]: Reads[Name] extends (given: never, ...query: infer Query) => infer Answer
    ? (...query: Query) => Answer
    : never;
};

/** Reads of the query service for one project. */
export type ProjectStore = Bound<typeof PROJECT_READS> & Bound<typeof READS_BESIDE>;

/**
 * Read port of the query service. Every value is effective: defaults are applied here, so that no reader repeats them (contract: Defaults
 * are never stored as values). Times are integer microseconds since the epoch, UTC; free-form values are JSON text, never parsed. Traces
 * below the retention floor are absent.
 *
 * Every answer reports the memory that it needs at a time (`heldBytes`), and nothing unbounded is read before the caller requests it. Large
 * answers are read in portions, and no database connection is held between two of them: a slow client costs memory for one portion and
 * nothing else. A value that changes while its answer is read may have its newer state; a value that is too long to be read at once and
 * changes just then ends its answer.
 *
 * Every method, and every portion, rejects with `StoreUnavailableError` if the database is away, overloaded or too slow, and if retention
 * removes what is being read.
 */
export interface ReadStore extends Bound<typeof READS> {
  /**
   * Returns the reads of a project; undefined: of the default project. A project without data reads as empty.
   * @param gone aborted when the client has gone: a statement is cancelled, a wait for a connection or a slot ends, and reads and portions
   * reject with its reason
   */
  readonly of: (project: string | undefined, gone?: AbortSignal) => ProjectStore;
}

export interface ReadStoreOptions {
  /** Connections for the reads of projects. */
  readonly pool: Pool;
  /** Connections for reads without a project. */
  readonly probe: Pool;
  /** Milliseconds until the answer of a read must begin. A statement for a later portion has the limit of its session. */
  readonly timeoutMs: number;
  /** Wrapper of each statement, and each snapshot, of a read, with the name of the read. */
  readonly during?: DuringRead | undefined;
}

/** Creates the read port on pools of `readPoolConfig`. The caller watches and closes them. */
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

/** Wait for a connection if the pool has no limit of its own, in milliseconds. */
const WAIT_MS = 5000;

/**
 * A project may use four in five of the connections that others leave. Long reads of all projects together have as many, and one project
 * half of these.
 */
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

/** Time limit of a read, and the signal that its client has gone. */
interface Limits {
  readonly timeoutMs: number;
  readonly gone?: AbortSignal | undefined;
}

/** Binds reads to what `give` returns for each call, by the name of the read and the signal that ends it. */
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

/** Runs work whose signal aborts after the time limit, and when the client of the work or of its result has gone. */
async function inTime<T>({ timeoutMs, gone }: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow()), timeoutMs);
  try {
    return await work(gone === undefined ? late.signal : AbortSignal.any([gone, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
