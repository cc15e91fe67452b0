import type { SluiceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type StoredProject, THE_DEFAULT } from '../projects';
import { RefusedRecordError, TryAgainError } from './sqlstate';

/** Name of the default project in its row. */
const DEFAULT_NAME = '';

/** Makes the rows of the projects that records belong to. Caches the names of existing projects. */
export class WriterProjects {
  readonly #names = new Set([DEFAULT_NAME]);

  /** Makes missing rows, up to the limit of projects. To be called outside of the transaction of the records. */
  async ensure(client: PoolClient, records: readonly SluiceRecord[]): Promise<void> {
    const unknown = [...namesOf(records)].filter((name) => !this.#names.has(name));
    if (unknown.length === 0) return;
    await client.query('select sluice.ensure_projects($1::text[])', [unknown]);
    const rows = await readProjects(client, unknown);
    for (const { name } of rows) this.#names.add(name);
  }

  /**
   * Reads the projects of records within a transaction: by name each time, because a restored backup may lack them, and may then give their
   * ids to other projects.
   * @throws TryAgainError if a project is missing that existed before
   */
  async of(client: PoolClient, records: readonly SluiceRecord[]): Promise<ProjectOf<StoredProject>> {
    const names = namesOf(records);
    names.delete(DEFAULT_NAME);
    return this.#find(
      [{ ...THE_DEFAULT, name: DEFAULT_NAME }, ...(names.size === 0 ? [] : await readProjects(client, [...names]))],
      names,
    );
  }

  /**
   * Reads projects as `of` does, for records that make traces. Until the end of the transaction no receipt hour below `firstOpen` may get a
   * new trace, and no floor rises.
   */
  async hold(client: PoolClient, records: readonly SluiceRecord[]): Promise<ProjectOf<HeldProject>> {
    const names = namesOf(records).add(DEFAULT_NAME);
    const { rows } = await client.query<HeldProject & Named>(
      'select id, name, salt, first_open as "firstOpen", floor from sluice.hold_floors($1::text[])',
      [[...names]],
    );
    return this.#find(rows, names);
  }

  #find<P extends StoredProject>(rows: readonly (P & Named)[], names: ReadonlySet<string>): ProjectOf<P> {
    const found = new Map<string, P>(rows.map((row) => [row.name, row]));
    for (const name of names) {
      if (found.has(name) || !this.#names.delete(name)) continue;
      throw new TryAgainError(`project ${name} was removed while it was being written`);
    }
    return ({ project = DEFAULT_NAME }) => {
      const known = found.get(project);
      if (known === undefined) throw new RefusedRecordError('54000', 'there can be no more projects');
      return known;
    };
  }
}

/** A project whose receipt hours below `firstOpen` are closed. */
export interface HeldProject extends StoredProject {
  readonly firstOpen: number;
  /** Retention floor: traces below it are hidden, and retention removes them later. */
  readonly floor: number;
}

/**
 * Returns whether retention has hidden a trace. Every answer leaves such a trace out, and the next runs of retention remove it: for a
 * writer it does not exist. False for a row of another project, which another check refuses.
 */
export const isHidden = (
  trace: { readonly part: number; readonly project: number },
  { id, floor }: Pick<HeldProject, 'id' | 'floor'>,
): boolean => trace.project === id && trace.part < floor;

/** Returns the project of a record. @throws RefusedRecordError if the project would exceed the limit of projects */
export type ProjectOf<P extends StoredProject> = (record: Pick<SluiceRecord, 'project'>) => P;

interface Named {
  readonly name: string;
}

const namesOf = (records: readonly SluiceRecord[]): Set<string> =>
  new Set(records.map(({ project = DEFAULT_NAME }) => project));

async function readProjects(client: PoolClient, names: readonly string[]): Promise<(StoredProject & Named)[]> {
  const { rows } = await client.query<StoredProject & Named>(
    'select id, name, salt from sluice.projects where name = any($1::text[])',
    [names],
  );
  return rows;
}
