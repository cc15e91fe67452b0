import { HOUR_MICROS } from '@sluice/record';

/* Constants and SQL of `trace_index_observations`, for the indexer, which writes it, and for reads (TRACE-INDEX.md, "Observations"). */

/**
 * SQL expressions on `sluice.observations o`, by the columns of conditions whose values are indexed. The level DEFAULT, which nearly all
 * traces have, is not; the environment of an observation without one is that of its trace.
 */
export const INDEXED_OF_OBSERVATION = {
  type: `coalesce(o.type, 'SPAN')`,
  name: 'o.name',
  level: `nullif(o.level, 'DEFAULT')`,
  version: 'o.version',
  environment: 'o.environment',
  model: 'o.model',
  provider: 'o.provider',
  promptName: 'o.prompt_name',
} as const;

/** SQL expressions on its trace `t`, by the same columns. */
export const INDEXED_OF_TRACE = {
  environment: `coalesce(t.environment, 'default')`,
  traceName: 't.name',
  userId: 't.user_id',
  sessionId: 't.session_id',
  release: 't.release',
} as const;

const COLUMNS = [...new Set([...Object.keys(INDEXED_OF_OBSERVATION), ...Object.keys(INDEXED_OF_TRACE)])];

export type IndexedColumn = keyof typeof INDEXED_OF_OBSERVATION | keyof typeof INDEXED_OF_TRACE;

export const isIndexed = (column: string): column is IndexedColumn => COLUMNS.includes(column);

/** Observations of a trace beyond which it may contain any value: all of them are read again whenever it changes. */
export const MAX_OBSERVATIONS = 1000;

/** Hours of a bucket. The ends of traces are cut to buckets, so that a value of one bucket is one key of the index of hashes. */
const BUCKET_HOURS = 4;

/** Microseconds of a bucket. */
export const BUCKET_MICROS = BUCKET_HOURS * HOUR_MICROS;

/** SQL: the upper bits of the hashes of a bucket, a number of buckets since the epoch. */
export const bucketBits = (bucket: string): string => `(${bucket} << 32)`;

/** SQL: the bucket of a time. */
export const bucketOf = (time: string): string => `floor(extract(epoch from ${time}) / ${BUCKET_HOURS * 3600})::bigint`;

/** Numbers of columns of one project in seeds; the last one is that of any value. */
const SEEDS = 64;

const hashBits = (text: string, project: string, seed: number): string =>
  `(hashtextextended(${text}, ${project}::bigint * ${SEEDS} + ${seed}) & 4294967295)`;

/** SQL: the lower bits of the hash of a value. Equal bits of two values only make a trace a candidate, which is tested by its rows. */
export const valueBits = (column: IndexedColumn, value: string, project: string): string =>
  hashBits(value, project, COLUMNS.indexOf(column));

/** SQL: the lower bits of the one hash of a trace that may contain any value. */
export const anyValueBits = (project: string): string => hashBits(`''`, project, SEEDS - 1);
