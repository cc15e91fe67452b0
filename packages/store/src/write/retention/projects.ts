import { HOUR_MICROS, type Micros } from '@sluice/record';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { EXPIRING } from '../record-kinds';
import { dayOf } from '../state/usage';
import { holdPinFrom, receivedLast } from './floor';
import { removePointsOf } from './metric-days';
import { type ExpiredRows, removeInPages } from './pages';
import { removeReplaced, removeTracesOf } from './traces';

/** A project as retention reads it. */
export interface ExpiringProject {
  readonly id: number;
  /** Name; empty for the default project. */
  readonly name: string;
  /** Its floor at the beginning of the run. */
  readonly part: number;
}

/** A project with a shorter retention than others, and its limit. */
export interface ShortLived {
  readonly project: ExpiringProject;
  /** Receipt time before which its data has expired. */
  readonly dataBefore: Micros;
}

export async function listProjects(client: PoolClient): Promise<ExpiringProject[]> {
  const { rows } = await client.query<ExpiringProject>('select id, name, part from sluice.projects order by id');
  return rows;
}

/**
 * Removes traces of projects that were hidden before this run, even if their row is that of a new trace by now: queries that were reading
 * them have ended.
 * @returns number of traces
 */
export async function removeHidden(client: PoolClient, projects: readonly ExpiringProject[]): Promise<number> {
  let removed = await removeReplaced(client);
  for (const { id, part } of projects) if (part > 0) removed += await removeTracesOf(client, id, part);
  return removed;
}

/** The next floor of a project. */
interface NextFloor {
  readonly id: number;
  readonly part: number;
}

/**
 * Returns the floors that are to rise. While nothing newer is stored of any project, nothing is hidden, because a clock that is ahead looks
 * the same.
 */
export async function nextFloors(client: PoolClient, expiring: readonly ShortLived[]): Promise<NextFloor[]> {
  const higher: NextFloor[] = [];
  for (const [dataBefore, projects] of byTime(expiring)) {
    const part = Math.floor(dataBefore / HOUR_MICROS);
    const lower = projects.filter((project) => part > project.part);
    if (lower.length === 0 || (await receivedLast(client, dataBefore)) !== 'after') continue;
    higher.push(...lower.map(({ id }) => ({ id, part })));
  }
  return higher;
}

/** Groups projects by their limit: mostly there are many projects and fewer limits. */
function byTime(expiring: readonly ShortLived[]): ReadonlyMap<Micros, readonly ExpiringProject[]> {
  const groups = new Map<Micros, ExpiringProject[]>();
  for (const { project, dataBefore } of expiring) {
    const group = groups.get(dataBefore);
    if (group === undefined) groups.set(dataBefore, [project]);
    else group.push(project);
  }
  return groups;
}

/**
 * Hides the traces below the floors, all at once, and closes these receipt hours: they get no new trace of the projects.
 * @param lockTimeoutMs see `Patience`
 */
export async function raiseFloors(
  client: PoolClient,
  floors: readonly NextFloor[],
  lockTimeoutMs: number,
): Promise<void> {
  await inTransaction(client, { lockTimeoutMs }, async () => {
    await holdPinFrom(client);
    await client.query(
      `update sluice.projects p set part = n.part from unnest($1::integer[], $2::integer[]) as n (id, part)
       where p.id = n.id and p.part < n.part`,
      [floors.map(({ id }) => id), floors.map(({ part }) => part)],
    );
  });
}

/** Returns whether hidden traces of any project are not removed yet. */
export async function hidesSome(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from sluice.projects p
     where p.part > 0 and exists (select from sluice.traces t where t.project = p.id and t.part < p.part)
     union all select from sluice.orphaned_traces limit 1`,
  );
  return rowCount !== 0;
}

/** Result of removing metrics of projects. */
export interface ExpiredMetrics {
  readonly points: number;
  /** Number of rows by the names of `EXPIRING`. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Removes points of projects that were received before a day, and series without any. The days are scanned once for each limit: a point
 * that is stored later has expired only if its series has. Tables are scanned for all projects with the same limit together, so the time
 * depends on the stored data and not on the number of projects.
 */
export class ProjectMetrics {
  readonly #emptied = new Map<number, string>();

  async remove(client: PoolClient, expiring: readonly ShortLived[]): Promise<ExpiredMetrics> {
    let points = 0;
    const rows: Record<string, number> = {};
    for (const [dataBefore, projects] of byTime(expiring)) {
      if ((await receivedLast(client, dataBefore)) !== 'after') continue;
      const day = dayOf(dataBefore);
      const expired = new Map<string, ExpiredRows & { readonly ids: readonly number[] }>();
      for (const [name, { table, condition, limit }] of EXPIRING) {
        const all = { table, condition: `${condition} and ${isOf(projects)}`, limit: limit(dataBefore) };
        expired.set(name, { ...all, ids: await projectsWith(client, all) });
      }
      const toEmpty = new Set(Array.from(expired.values()).flatMap(({ ids }) => ids));
      for (const { id } of projects) if (this.#emptied.get(id) !== day) toEmpty.add(id);
      if (toEmpty.size > 0) points += await removePointsOf(client, [...toEmpty], day);
      for (const [name, { ids, ...each }] of expired) {
        rows[name] = (rows[name] ?? 0) + (ids.length === 0 ? 0 : await removeInPages(client, each));
      }
      for (const { id } of projects) this.#emptied.set(id, day);
    }
    return { points, rows };
  }
}

/** SQL condition: a row belongs to one of these projects. */
const isOf = (projects: readonly ExpiringProject[]): string =>
  `project = any('{${projects.map(({ id }) => id).join()}}'::integer[])`;

/** Returns the projects that have expired rows. */
async function projectsWith(client: PoolClient, { table, condition, limit }: ExpiredRows): Promise<number[]> {
  const { rows } = await client.query<{ project: number }>(
    `select distinct project from sluice.${table} where ${condition}`,
    [limit],
  );
  return rows.map(({ project }) => project);
}
