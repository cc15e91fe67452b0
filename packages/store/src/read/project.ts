import { DEFAULT_PROJECT, type StoredProject, THE_DEFAULT } from '../projects';
import type { Database, Queries } from './database';

/** Runs statements that read one project. */
export interface ProjectQueries extends Queries {
  readonly project: StoredProject;
}

/** A database as one project is read from it. */
export interface ProjectDatabase extends ProjectQueries {
  /** Runs several statements on one snapshot of the data. */
  readonly snapshot: <T>(work: (queries: ProjectQueries) => Promise<T>) => Promise<T>;
}

/** Of which nothing was stored yet: nothing is found of it. */
const UNKNOWN: StoredProject = { id: -1, salt: '' };

/** Whether anything was stored of it. */
export const isKnown = ({ id }: StoredProject): boolean => id !== UNKNOWN.id;

/**
 * The project of this name; undefined: the default project. Its row is read each time: after a restored backup it may be another one,
 * and what was remembered may be that of another project.
 */
export async function inProject(database: Database, name: string | undefined): Promise<ProjectDatabase> {
  return withProject(database, name === undefined ? THE_DEFAULT : await findProject(database, name));
}

/** The same access, to a project. */
function withProject(database: Database, project: StoredProject): ProjectDatabase {
  return {
    project,
    query: database.query,
    snapshot: (work) => database.snapshot(({ query }) => work({ query, project })),
  };
}

async function findProject({ query }: Queries, name: string): Promise<StoredProject> {
  const [row] = await query<StoredProject>({
    text: 'select id, salt from sluice.projects where name = $1',
    values: [name],
  });
  return row ?? UNKNOWN;
}

/*
 * SQL conditions on `sluice.traces t`. The number of a project is written into them, and not given as a value, so that the planner
 * knows it.
 */

/** The id of a trace as it is answered. Ties of times go by it: that in `t.id` is a key that nobody sees. */
export const answeredId = ({ id }: StoredProject): string => (id === DEFAULT_PROJECT ? 't.id' : 't.public_id');

/** The floor of a project: what it has below it is absent from all answers at once. */
const floorOf = ({ id }: StoredProject): string => `(select p.part from sluice.projects p where p.id = ${id})`;

/** True for one that retention has not taken; constant for the planner, so index-only scans stay. */
export const aboveFloor = (project: StoredProject): string =>
  `t.part >= greatest((select part from sluice.retention_floor), ${floorOf(project)})`;

/** True for those of a project that answers show. */
export const isVisible = (project: StoredProject): string => `t.project = ${project.id} and ${aboveFloor(project)}`;

/**
 * True for those that are absent from answers, for whatever reason, and not removed yet. Of a range with two ends the planner expects
 * few, and few there are.
 */
export const isBelowFloor = (project: StoredProject): string =>
  `t.project = ${project.id} and t.part >= 0 and not (${aboveFloor(project)})`;

/** True for those that are absent from answers and not removed yet: the daily sums still have them. Seldom there are any. */
export const isHidden = (project: StoredProject): string =>
  `t.project = ${project.id} and t.part < ${floorOf(project)}`;
