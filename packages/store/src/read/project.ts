import { DEFAULT_PROJECT, type StoredProject, THE_DEFAULT } from '../projects';
import type { Database, Queries } from './database';

/** Runs statements that read one project. */
export interface ProjectQueries extends Queries {
  readonly project: StoredProject;
}

/** Database with the project that is read from it. */
export interface ProjectDatabase extends ProjectQueries {
  /** Runs several statements on one snapshot of the data. */
  readonly snapshot: <T>(work: (queries: ProjectQueries) => Promise<T>) => Promise<T>;
}

/** Project without stored data: nothing is found in it. */
const UNKNOWN: StoredProject = { id: -1, salt: '' };

/** Returns whether the project has a row. */
export const isKnown = ({ id }: StoredProject): boolean => id !== UNKNOWN.id;

/**
 * Returns the project of this name; undefined: the default project. Its row is read each time: after a restored backup it may have another
 * id, and a cached id may be that of another project.
 */
export async function inProject(database: Database, name: string | undefined): Promise<ProjectDatabase> {
  return withProject(database, name === undefined ? THE_DEFAULT : await findProject(database, name));
}

/** Returns the same access, to a project. */
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

/* SQL conditions on `sluice.traces t`. The number of a project is part of the text, and not a parameter, so that the planner knows it. */

/** Id of a trace in answers. It orders ties of times, because the key in `t.id` is not visible to clients. */
export const answeredId = ({ id }: StoredProject): string => (id === DEFAULT_PROJECT ? 't.id' : 't.public_id');

/** Floor of a project: its traces below it are absent from all answers at once. */
const floorOf = ({ id }: StoredProject): string => `(select p.part from sluice.projects p where p.id = ${id})`;

/** True for traces at or above the floor; constant for the planner, so index-only scans stay. */
export const aboveFloor = (project: StoredProject): string =>
  `t.part >= greatest((select part from sluice.retention_floor), ${floorOf(project)})`;

/**
 * True for traces of a project that answers contain. `is true` keeps the floor from the index of parts: the planner expects a third of all
 * traces above it, and would read all of them instead of those in a window of some days.
 */
export const isVisible = (project: StoredProject): string =>
  `t.project = ${project.id} and (${aboveFloor(project)}) is true`;

/**
 * True for traces that are absent from answers, for any reason, and not removed yet. With both ends of a range the planner expects a small
 * number, which is right.
 */
export const isBelowFloor = (project: StoredProject): string =>
  `t.project = ${project.id} and t.part >= 0 and not (${aboveFloor(project)})`;

/** True for traces that are absent from answers and not removed yet: the daily sums still contain them. Seldom there are any. */
export const isHidden = (project: StoredProject): string =>
  `t.project = ${project.id} and t.part < ${floorOf(project)}`;
