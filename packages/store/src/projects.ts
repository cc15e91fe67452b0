import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';

/**
 * A project as its row contains it. The salt belongs to this row alone, even after a restored backup has given the id to another project.
 */
export interface StoredProject {
  readonly id: number;
  readonly salt: string;
}

/** Id of the default project. */
export const DEFAULT_PROJECT = 0;

/** The default project. Its salt is not used. */
export const THE_DEFAULT: StoredProject = { id: DEFAULT_PROJECT, salt: '' };

/** Shards of a project in the daily tables. */
export const SHARDS = 8;

/**
 * Returns the key of a trace: in the default project its id, otherwise a UUID made of the id and the salt of the project. So equal ids of
 * two projects never collide in the tables below traces, and no sender can send an id that is a key of another project.
 * @param traceId lower-case UUID
 */
export function traceKey({ id, salt }: StoredProject, traceId: string): string {
  if (id === DEFAULT_PROJECT) return traceId;
  return dashed(createHash('sha256').update(`${salt}${traceId}`).digest('hex').slice(0, 32));
}

/** Returns the shard of a project. @param number below `SHARDS` */
export const dailyShard = (project: number, number: number): number => project * SHARDS + number;

/** Returns the project of a shard. */
export const projectOfShard = (shard: number): number => Math.floor(shard / SHARDS);

/** SQL condition: a shard belongs to a project. */
export const isShardOf = (column: string, project: number): string =>
  `${column} between ${project * SHARDS} and ${project * SHARDS + SHARDS - 1}`;
