import { HOUR_MICROS, type Micros } from '@sluice/record';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { withClient } from '../../session/with-client';
import { EXPIRING } from '../record-kinds';
import { dayOf } from '../state/usage';
import { PATIENCE, type Patience, closeParts, raiseFloor, receivedLast } from './floor';
import { emptyMetricDays } from './metric-days';
import { dropPartition, partitionsBelowFloor } from './partitions';
import {
  type ExpiringProject,
  ProjectMetrics,
  type ShortLived,
  hidesSome,
  listProjects,
  nextFloors,
  raiseFloors,
  removeHidden,
} from './projects';
import { removeInPages } from './pages';
import { NotOwnerError, takeRole } from './role';
import { keepStreams, removePositions } from './streams';
import { removeTraces } from './traces';

/** Limits of a run, counted back from a time on which two clocks agree. Times are microseconds since the epoch. */
export interface RetentionLimits {
  /** Traces and points received before it are dropped; undefined: they are kept for ever. */
  readonly dataBefore: Micros | undefined;
  /** The same limit for projects with a time of their own, by name; empty: the default project. */
  readonly dataBeforeOf?: ReadonlyMap<string, Micros>;
  /** Receipts of metric requests received before it are deleted: a request that is sent again later counts twice. */
  readonly receiptsBefore: Micros;
  /** Committed offsets of ended processes are deleted if they have not changed since. */
  readonly positionsBefore: Micros;
}

/** Result of one run. */
export interface RetentionOutcome {
  /**
   * Number of dropped things, by name: `traces`; `partitions` of the tables below them, four a day; `metricDays`, partitions of points
   * that were truncated; `points`, deleted from partitions that contain others; the rows of `EXPIRING`; `receipts`; `positions`, committed
   * offsets of ended processes, one for each partition of a topic.
   */
  readonly dropped: Readonly<Record<string, number>>;
  /** Receipt time before which no trace is left. */
  readonly floor: Micros;
  /**
   * Nothing that is stored was received after `dataBefore`: no trace or point was dropped, because a clock that is ahead looks the same.
   */
  readonly heldBack: boolean;
  /** False: a further run can soon drop more, but not at once. */
  readonly complete: boolean;
}

/** Drops expired data. Any number of processes may run retention: one of them works at a time. */
export interface Retention {
  /**
   * Runs all steps. On an error it rejects: completed steps stay committed, and the next run continues after them. A kill at any moment has
   * the same effect.
   * @param limitsAt returns the limits for the database's clock (microseconds since the epoch); an error that it throws ends the run before
   * anything is dropped
   * @param signal aborted: the run is cancelled and rejects
   * @returns undefined if another process holds the lock
   */
  run(limitsAt: (databaseTime: Micros) => RetentionLimits, signal: AbortSignal): Promise<RetentionOutcome | undefined>;
}

const LOCK = `hashtextextended('sluice.retention', 0)`;

export interface RetentionOptions {
  /** Pool of a user that may act as the owner of the tables (see `retentionPoolConfig`). */
  readonly pool: Pool;
  /** Streams of this process: their committed offsets stay as long as it runs. */
  readonly streams: readonly string[];
  readonly patience?: Patience;
}

export function createRetention({ pool, streams, patience = PATIENCE }: RetentionOptions): Retention {
  let patienceMs = patience.firstMs;
  const metrics = new ProjectMetrics();
  // With one fixed limit the receipt hours would never be closed if writers always hold the lock for longer.
  const patiently = async (close: (lockTimeoutMs: number) => Promise<void>): Promise<void> => {
    try {
      await close(patienceMs);
      patienceMs = patience.firstMs;
    } catch (error) {
      patienceMs = Math.min(2 * patienceMs, patience.mostMs);
      throw error;
    }
  };

  async function dropOn(
    client: PoolClient,
    limitsAt: (databaseTime: Micros) => RetentionLimits,
  ): Promise<RetentionOutcome | undefined> {
    const acting = await takeRole(client);
    await keepStreams(client, streams);
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (rows[0]?.locked !== true) return undefined;
    const limits = limitsAt(await databaseTime(client));
    const outcome = acting.isOwner
      ? await dropExpired(client, limits, { patiently, metrics })
      : await forgetExpired(client, limits, acting.user);
    await client.query(`select pg_advisory_unlock(${LOCK})`);
    return outcome;
  }

  return {
    async run(limitsAt, signal) {
      signal.throwIfAborted();
      return withClient(pool.connect(), (client) => dropOn(client, limitsAt), { signal });
    },
  };
}

async function databaseTime(client: PoolClient): Promise<Micros> {
  const { rows } = await client.query<{ now: number }>(
    'select trunc(extract(epoch from clock_timestamp()) * 1000000)::double precision as now',
  );
  return rows[0]?.now ?? 0;
}

const NOTHING = {
  traces: 0,
  partitions: 0,
  metricDays: 0,
  points: 0,
  ...Object.fromEntries(EXPIRING.map(([name]) => [name, 0])),
  receipts: 0,
  positions: 0,
};

/** Deletes the receipts of metric requests that were received before a time. */
function removeReceipts(client: PoolClient, before: Micros): Promise<number> {
  const condition = 'received_at < to_timestamp($1::double precision / 1000000)';
  return removeInPages(client, { table: 'metric_receipts', condition, limit: before });
}

/**
 * Does the part that the writer role may do: deletes receipts and committed offsets, which every installation has to delete.
 * @throws NotOwnerError if data is to be dropped
 */
async function forgetExpired(
  client: PoolClient,
  { dataBefore, dataBeforeOf, receiptsBefore, positionsBefore }: RetentionLimits,
  user: string,
): Promise<RetentionOutcome> {
  const receipts = await removeReceipts(client, receiptsBefore);
  const positions = await removePositions(client, positionsBefore);
  if (dataBefore !== undefined || dataBeforeOf?.size) throw new NotOwnerError(user);
  return { dropped: { ...NOTHING, receipts, positions }, floor: 0, heldBack: false, complete: true };
}

/** Dependencies that all runs of a process share. */
interface RunDependencies {
  /** Runs an operation that waits for a lock of writers, with the present time limit. */
  readonly patiently: (close: (lockTimeoutMs: number) => Promise<void>) => Promise<void>;
  readonly metrics: ProjectMetrics;
}

/** Returns the limit that applies to all projects, for which partitions are dropped, and the projects with a later limit. */
function apart(
  { dataBefore, dataBeforeOf = new Map<string, Micros>() }: RetentionLimits,
  projects: readonly ExpiringProject[],
): { readonly dataBefore: Micros | undefined; readonly expiring: readonly ShortLived[] } {
  const ofAll = dataBefore === undefined ? undefined : Math.min(dataBefore, ...dataBeforeOf.values());
  const expiring = projects.flatMap((project) => {
    const own = dataBeforeOf.get(project.name) ?? dataBefore;
    return own === undefined || own === ofAll ? [] : [{ project, dataBefore: own }];
  });
  return { dataBefore: ofAll, expiring };
}

/**
 * Runs the steps in order. Each step leaves sums, lists and details consistent, and can be repeated. An error in one step does not prevent
 * the later ones, except that 1 to 3 are one step; the first error is thrown at the end.
 * 1. Receipt hours are closed: they get no new trace.
 * 2. Their traces are removed in small transactions, each together with what these traces add to the daily sums.
 * 3. The floor rises up to the first hour that still has a trace.
 * 4. Points and other rows that expire one by one are removed, which depend on nothing else.
 * 5. For projects with a shorter retention: traces that were hidden before this run are removed with all rows below them. Then the floors
 *    of these projects rise, which hides what has expired since, and their points and series are removed.
 * 6. Receipts and committed offsets are removed.
 * 7. Partitions that were below the floor before this run are dropped: queries that were reading them have ended.
 */
async function dropExpired(
  client: PoolClient,
  limits: RetentionLimits,
  { patiently, metrics: projectMetrics }: RunDependencies,
): Promise<RetentionOutcome> {
  const { receiptsBefore, positionsBefore } = limits;
  const emptied = await partitionsBelowFloor(client);
  const projects = await listProjects(client);
  const { dataBefore, expiring } = apart(limits, projects);
  const newest = dataBefore === undefined ? undefined : await receivedLast(client, dataBefore);
  const cut = newest === 'after' ? dataBefore : undefined;
  const part = cut === undefined ? 0 : Math.floor(cut / HOUR_MICROS);

  const dropped: typeof NOTHING & Record<string, number> = { ...NOTHING };
  let floor = 0;
  let complete = true;
  const steps: (() => Promise<void>)[] = [
    async () => {
      await patiently((lockTimeoutMs) => closeParts(client, part, lockTimeoutMs));
      dropped.traces += await removeTraces(client, part);
      const floorPart = await raiseFloor(client, part);
      floor = floorPart * HOUR_MICROS;
      complete = floorPart >= part;
    },
    async () => {
      if (cut === undefined) return;
      const metrics = await emptyMetricDays(client, dayOf(cut));
      dropped.metricDays = metrics.days;
      dropped.points = metrics.points;
      complete &&= metrics.complete;
    },
    ...EXPIRING.map(([name, { limit, ...rows }]) => async () => {
      if (cut !== undefined) dropped[name] = await removeInPages(client, { ...rows, limit: limit(cut) });
    }),
    async () => {
      dropped.traces += await removeHidden(client, projects);
      const floors = await nextFloors(client, expiring);
      if (floors.length > 0) await patiently((lockTimeoutMs) => raiseFloors(client, floors, lockTimeoutMs));
      complete &&= !(await hidesSome(client));
    },
    async () => {
      const { points, rows } = await projectMetrics.remove(client, expiring);
      dropped.points += points;
      for (const [name, count] of Object.entries(rows)) dropped[name] = (dropped[name] ?? 0) + count;
    },
    async () => {
      dropped.receipts = await removeReceipts(client, receiptsBefore);
    },
    async () => {
      dropped.positions = await removePositions(client, positionsBefore);
    },
    async () => {
      for (const partition of emptied) await dropPartition(client, partition);
      dropped.partitions = emptied.length;
    },
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    // An error in one step must not prevent the others: a lock that one step never gets would block all of them.
    await step().catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw failures[0] ?? error; // the connection is lost
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
  complete &&= (await partitionsBelowFloor(client)).length === 0;
  return { dropped, floor, heldBack: newest === 'before', complete };
}
