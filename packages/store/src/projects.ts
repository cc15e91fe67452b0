import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';

/** A project as its row has it. The salt is that of its row alone, also after a restored backup has given the id to another one. */
export interface StoredProject {
  readonly id: number;
  readonly salt: string;
}

/** The id of the default project. */
export const DEFAULT_PROJECT = 0;

/** The default project. Its salt is of no use. */
export const THE_DEFAULT: StoredProject = { id: DEFAULT_PROJECT, salt: '' };

/** Shards of a project in the daily tables. */
export const SHARDS = 8;

/**
 * The key of a trace: in the default project its id, else a UUID that is made of the id and the salt of the project. So equal ids of
 * two projects never meet in what lies below traces, and nobody can send an id that is a key of another project.
 * @param traceId lower-case UUID
 */
export function traceKey({ id, salt }: StoredProject, traceId: string): string {
  if (id === DEFAULT_PROJECT) return traceId;
  return dashed(createHash('sha256').update(`${salt}${traceId}`).digest('hex').slice(0, 32));
}

/** One of the shards of a project. @param number below `SHARDS` */
export const dailyShard = (project: number, number: number): number => project * SHARDS + number;

/** The project of a shard. */
export const projectOfShard = (shard: number): number => Math.floor(shard / SHARDS);

/** SQL: true for the shards of a project. */
export const isShardOf = (column: string, project: number): string =>
  `${column} between ${project * SHARDS} and ${project * SHARDS + SHARDS - 1}`;
