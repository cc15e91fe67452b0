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
  service: 'o.service',
} as const;

/** SQL expressions on its trace `t`, by the same columns. */
export const INDEXED_OF_TRACE = {
  environment: `coalesce(t.environment, 'default')`,
  traceName: 't.name',
  userId: 't.user_id',
  sessionId: 't.session_id',
  release: 't.release',
} as const;

/** SQL: the values of the entry of a trace `sluice.traces t`, by its columns. Its timestamp lies between `first` and `last`, as its observations do. */
export const ENTRY_OF_OBSERVATIONS = {
  part: 't.part',
  observations: 't.observation_count',
  first: 'least(t.min_start, t."timestamp")',
  last: 'greatest(t.max_end, t."timestamp")',
} as const;

/** Columns with members that are indexed: metadata of observations, and of traces. */
const METADATA = ['metadata', 'traceMetadata'] as const;

export type IndexedMetadata = (typeof METADATA)[number];

const COLUMNS = [...new Set([...Object.keys(INDEXED_OF_OBSERVATION), ...Object.keys(INDEXED_OF_TRACE), ...METADATA])];

export type IndexedColumn = keyof typeof INDEXED_OF_OBSERVATION | keyof typeof INDEXED_OF_TRACE;

export const isIndexed = (column: string): column is IndexedColumn => COLUMNS.includes(column);

/** Observations of a trace beyond which it may contain any value: all of them are read again whenever it changes. */
export const MAX_OBSERVATIONS = 1000;

/**
 * Bounds of indexed metadata. A trace with metadata of more members or bytes, or with more values of members in all, may have any member.
 * A value of more characters is not indexed.
 */
export const METADATA_BOUNDS = { members: 50, bytes: 64 * 1024, valuesOfTrace: 1000, characters: 200 } as const;

/** Members that contain what a sender has not named: attributes and their like of OTLP. They are not indexed. */
export const UNNAMED_MEMBERS: readonly string[] = ['attributes', 'resourceAttributes', 'scope', 'events', 'links'];

/** Hours of a bucket. The ends of traces are cut to buckets, so that a value of one bucket is one key of the index of hashes. */
const BUCKET_HOURS = 4;

/** Microseconds of a bucket. */
export const BUCKET_MICROS = BUCKET_HOURS * HOUR_MICROS;

/** SQL: the upper bits of the hashes of a bucket, a number of buckets since the epoch. */
export const bucketBits = (bucket: string): string => `(${bucket} << 32)`;

/** SQL: the bucket of a time. */
export const bucketOf = (time: string): string => `floor(extract(epoch from ${time}) / ${BUCKET_HOURS * 3600})::bigint`;

/** SQL: the start of a bucket. */
export const startOfBucket = (bucket: string): string => `to_timestamp(${bucket} * ${BUCKET_HOURS * 3600})`;

/** Numbers of columns of one project in seeds; the last ones are those of any value. */
const SEEDS = 64;
const ANY_VALUE = SEEDS - 1;
const ANY_MEMBER: Readonly<Record<IndexedMetadata, number>> = { metadata: SEEDS - 2, traceMetadata: SEEDS - 3 };

const seedOf = (project: string, n: number): string => `${project}::bigint * ${SEEDS} + ${n}`;
const hashBits = (text: string, seed: string): string => `(hashtextextended(${text}, ${seed}) & 4294967295)`;

/** SQL: the lower bits of the hash of a value. Equal bits of two values only make a trace a candidate, which is tested by its rows. */
export const valueBits = (column: IndexedColumn, value: string, project: string): string =>
  hashBits(value, seedOf(project, COLUMNS.indexOf(column)));

/** SQL: the lower bits of the hash of a member of metadata. @param value its text, or the JSON of another value */
export const memberBits = (of: IndexedMetadata, name: string, value: string, project: string): string =>
  hashBits(value, `hashtextextended(${name}, ${seedOf(project, COLUMNS.indexOf(of))})`);

/** SQL: the lower bits of the one hash of a trace that may contain any value. */
export const anyValueBits = (project: string): string => hashBits(`''`, seedOf(project, ANY_VALUE));

/** SQL: the lower bits of the hash of a trace that may have any member. */
export const anyMemberBits = (of: IndexedMetadata, project: string): string =>
  hashBits(`''`, seedOf(project, ANY_MEMBER[of]));
