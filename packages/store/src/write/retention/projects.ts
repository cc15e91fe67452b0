import type { Micros } from '@sluice/record';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { HOUR } from '../partitions';
import { EXPIRING } from '../record-kinds';
import { dayOf } from '../state/usage';
import { holdPinFrom, receivedLast } from './floor';
import { removePointsOf } from './metric-days';
import { removeInPages } from './pages';
import { removeTracesOf } from './traces';

/** A project as retention has it. */
export interface ExpiringProject {
  readonly id: number;
  /** Empty: the default project. */
  readonly name: string;
  /** Its floor when the run began. */
  readonly part: number;
}

/** A project that keeps less than others do, and from when on. */
export interface ShortLived {
  readonly project: ExpiringProject;
  /** What was received before it has expired. */
  readonly dataBefore: Micros;
}

export async function listProjects(client: PoolClient): Promise<ExpiringProject[]> {
  const { rows } = await client.query<ExpiringProject>('select id, name, part from sluice.projects order by id');
  return rows;
}

/** Removes traces of projects that were hidden before this run: who was reading them has had time to finish. @returns how many */
export async function removeHidden(client: PoolClient, projects: readonly ExpiringProject[]): Promise<number> {
  let removed = 0;
  for (const { id, part } of projects) if (part > 0) removed += await removeTracesOf(client, id, part);
  return removed;
}

/** A project's next floor. */
interface NextFloor {
  readonly id: number;
  readonly part: number;
}

/**
 * The floors that are to rise. Nothing is hidden of a project while nothing newer is stored of any, because a clock that runs ahead
 * looks the same.
 */
export async function nextFloors(client: PoolClient, expiring: readonly ShortLived[]): Promise<NextFloor[]> {
  const higher: NextFloor[] = [];
  for (const { project, dataBefore } of expiring) {
    const part = Math.floor(dataBefore / HOUR);
    if (part <= project.part || (await receivedLast(client, dataBefore)) !== 'after') continue;
    higher.push({ id: project.id, part });
  }
  return higher;
}

/**
 * Hides what is below the floors, all at once, and closes these parts: no new trace of the projects comes to them.
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

/** Whether anything is hidden of a project that is not removed yet. */
export async function hidesSome(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from sluice.projects p
     where p.part > 0 and exists (select from sluice.traces t where t.project = p.id and t.part < p.part) limit 1`,
  );
  return rowCount !== 0;
}

/** What was removed of the metrics of projects. */
export interface ExpiredMetrics {
  readonly points: number;
  /** By the names of `EXPIRING`. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Removes points of projects that were received before a day, and series without any. Their days are looked through once: a point that
 * came later has expired only where its series has.
 */
export class ProjectMetrics {
  readonly #emptied = new Map<number, string>();

  async remove(client: PoolClient, expiring: readonly ShortLived[]): Promise<ExpiredMetrics> {
    let points = 0;
    const rows: Record<string, number> = {};
    for (const { project, dataBefore } of expiring) {
      const day = dayOf(dataBefore);
      if ((await receivedLast(client, dataBefore)) !== 'after') continue;
      for (const [name, { table, condition, limit }] of EXPIRING) {
        const expired = { table, condition: `${condition} and project = ${project.id}`, limit: limit(dataBefore) };
        const { rowCount: any } = await client.query(`select from sluice.${table} where ${expired.condition} limit 1`, [
          expired.limit,
        ]);
        if (any !== 0 || this.#emptied.get(project.id) !== day) points += await removePointsOf(client, project.id, day);
        rows[name] = (rows[name] ?? 0) + (any === 0 ? 0 : await removeInPages(client, expired));
      }
      this.#emptied.set(project.id, day);
    }
    return { points, rows };
  }
}
