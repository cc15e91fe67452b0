import type { SluiceRecord } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type StoredProject, THE_DEFAULT } from '../projects';
import { RefusedRecordError, TryAgainError } from './sqlstate';

/** The name of the default project in its row. */
const DEFAULT_NAME = '';

/** Keeps the rows of the projects that records belong to in being. Remembers which there are. */
export class WriterProjects {
  readonly #names = new Set([DEFAULT_NAME]);

  /** Makes the rows that are missing, as many as there may be. To be called outside of the transaction of the records. */
  async ensure(client: PoolClient, records: readonly SluiceRecord[]): Promise<void> {
    const unknown = [...namesOf(records)].filter((name) => !this.#names.has(name));
    if (unknown.length === 0) return;
    await client.query('select sluice.ensure_projects($1::text[])', [unknown]);
    const rows = await readProjects(client, unknown);
    for (const { name } of rows) this.#names.add(name);
  }

  /**
   * Reads the projects of records within a transaction: by name each time, because a restored backup may not have them, and
   * gives their ids to others then. @throws TryAgainError where one is missing that was there
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
   * Reads projects as `of` does, for records that make traces: until the end of the transaction no part below `firstOpen` may get a new
   * trace, and no floor rises.
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

/** A project whose parts below `firstOpen` are closed. */
export interface HeldProject extends StoredProject {
  readonly firstOpen: number;
  /** Traces of parts below it are hidden, and retention removes them later. */
  readonly floor: number;
}

/**
 * Returns whether retention has hidden a trace. Every answer leaves such a trace out, and the next runs of retention remove it: a writer
 * takes it for gone. A row of another project is left to whoever refuses it.
 */
export const isHidden = (
  trace: { readonly part: number; readonly project: number },
  { id, floor }: Pick<HeldProject, 'id' | 'floor'>,
): boolean => trace.project === id && trace.part < floor;

/** The project of a record. @throws RefusedRecordError where it is one too many */
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
