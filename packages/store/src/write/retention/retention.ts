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

/** What may go, counted back from a time that two clocks agree on. Times are microseconds since the epoch. */
export interface RetentionLimits {
  /** Traces and points received before it are dropped; undefined: they are kept for ever. */
  readonly dataBefore: Micros | undefined;
  /** The same of projects for which it is another time, by name; empty: the default project. */
  readonly dataBeforeOf?: ReadonlyMap<string, Micros>;
  /** Which metric requests were stored is forgotten if they were received before it: sent again, they count twice. */
  readonly receiptsBefore: Micros;
  /** Positions of processes that have ended are forgotten if they have not changed since. */
  readonly positionsBefore: Micros;
}

/** What one run did. */
export interface RetentionOutcome {
  /**
   * How many were dropped, by what they are: `traces`; `partitions` of what lies below them, three a day; `metricDays`,
   * partitions of points that were emptied at once; `points`, taken out of partitions that hold others; the rows of
   * `EXPIRING`; `receipts`; `positions` of processes that have ended, one for each partition of a topic.
   */
  readonly dropped: Readonly<Record<string, number>>;
  /** No trace first received before it is left. */
  readonly floor: Micros;
  /**
   * Nothing that is stored was received after `dataBefore`: no trace or point was dropped, because a clock that runs ahead
   * looks the same.
   */
  readonly heldBack: boolean;
  /** False: more can go, by another run soon, but not at once. */
  readonly complete: boolean;
}

/** Drops what has expired. Any number of processes may have one: one of them runs at a time. */
export interface Retention {
  /**
   * Rejects when something fails: what was done until then stays done, and the next run goes on from there. A kill at any
   * moment is no different.
   * @param limitsAt gives what may go; it is given the database's clock (microseconds since the epoch), and what it throws
   * ends the run before anything is dropped
   * @param signal aborted: the run gives up and rejects
   * @returns undefined where another process is at it
   */
  run(limitsAt: (databaseTime: Micros) => RetentionLimits, signal: AbortSignal): Promise<RetentionOutcome | undefined>;
}

const LOCK = `hashtextextended('sluice.retention', 0)`;

export interface RetentionOptions {
  /** Of a user who may act as the owner of the tables (see `retentionPoolConfig`). */
  readonly pool: Pool;
  /** What this process stores positions for: as long as it runs, they stay. */
  readonly streams: readonly string[];
  readonly patience?: Patience;
}

export function createRetention({ pool, streams, patience = PATIENCE }: RetentionOptions): Retention {
  let patienceMs = patience.firstMs;
  const metrics = new ProjectMetrics();
  // Where somebody always holds the lock for a while, the parts would never be closed.
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

/** Forgets which metric requests from before a time were stored. */
function removeReceipts(client: PoolClient, before: Micros): Promise<number> {
  const condition = 'received_at < to_timestamp($1::double precision / 1000000)';
  return removeInPages(client, { table: 'metric_receipts', condition, limit: before });
}

/** What the writer may remove by itself: receipts and positions, which every installation has to lose. @throws NotOwnerError where data is to be dropped */
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

/** What the runs of a process share. */
interface RunDependencies {
  /** Tries what waits for a lock that writers hold, as long as it may. */
  readonly patiently: (close: (lockTimeoutMs: number) => Promise<void>) => Promise<void>;
  readonly metrics: ProjectMetrics;
}

/** What has expired whoever's it is, which goes by partitions, and the projects of which more has expired. */
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
 * Every step leaves sums, lists and details in agreement, and can be done again. One that fails keeps none of the later
 * ones from being done, but the traces' own (1 to 3) go together; the first failure is thrown at the end.
 * 1. parts are closed: no new trace comes to one that is to be emptied;
 * 2. their traces go, few at a time, each together with what it adds to the daily sums;
 * 3. the floor rises as far as no trace is left below it;
 * 4. points, other rows that expire one by one, receipts and positions, which depend on nothing else;
 * 5. of projects that keep less than others: traces that were hidden before this run, with all that is below them; then the floors
 *    of these projects rise, which hides what has expired since; then their points and series;
 * 6. partitions that were below the floor before this run: who was reading them has had time to finish.
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
    // What fails in one step is no reason to leave the others undone: each would wait for ever for a lock of one.
    await step().catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw failures[0] ?? error; // the connection is lost
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
  complete &&= (await partitionsBelowFloor(client)).length === 0;
  return { dropped, floor, heldBack: newest === 'before', complete };
}
