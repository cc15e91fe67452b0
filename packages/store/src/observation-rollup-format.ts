import type { OBSERVATION_GROUPS } from '@sluice/record';
import { MESSAGE_GROUP } from './observation-values';
import { SEGMENT_SIZE, isInRange } from './trace-index-format';

/*
 * Constants and SQL of `observation_rollups`, for the indexer, which writes it, and for reads (TRACE-INDEX.md, "Rollups of observations"). Groups
 * by rows use the same values, so that both answers have the same groups.
 */

/** Index positions of a block. */
export const BLOCK_SIZE = 1024;

/** Blocks of a segment. */
export const SEGMENT_BLOCKS = SEGMENT_SIZE / BLOCK_SIZE;

/** SQL: the block of an index position. */
export const blockOf = (indexPosition: string): string => `${indexPosition} / ${BLOCK_SIZE}`;

/** SQL condition: an index position is in a block. */
export const isInBlock = (indexPosition: string, block: string): string => isInRange(indexPosition, block, BLOCK_SIZE);

/** SQL condition: a block is in a segment. */
export const isBlockOf = (block: string, segment: string): string => isInRange(block, segment, SEGMENT_BLOCKS);

type Field = (typeof OBSERVATION_GROUPS)[number];

/** Characters of a value. */
export const VALUE_LENGTH = 200;

/** SQL: a text as a value of groups. */
export const cut = (text: string): string => `left(${text}, ${VALUE_LENGTH})`;

/** SQL: values of an observation `o` of a trace `t` by field; null: it belongs to no group. The closed map from a request to SQL. */
export const GROUP_VALUES: Readonly<Record<Field, string>> = {
  name: cut('o.name'),
  tool: `case when o.type = 'TOOL' then ${cut('o.name')} end`,
  type: `coalesce(o.type, 'SPAN')`,
  model: cut('o.model'),
  provider: cut('o.provider'),
  prompt: cut('o.prompt_name'),
  level: `coalesce(o.level, 'DEFAULT')`,
  statusMessage: MESSAGE_GROUP,
  userId: 't.user_id',
  release: cut('t.release'),
  service: cut('o.service'),
};

/** Letters of the fields in `observation_rollups`. Users have none: there are as many as traces. */
export const ROLLED_UP = {
  ...({ name: 'n', tool: 'o', type: 't', model: 'm', provider: 'p', prompt: 'q', level: 'l' } as const),
  ...({ statusMessage: 's', failure: 'f', release: 'r', service: 'v' } as const),
};

/** Field of groups that has rollups; `failure` is the status message of an observation of the level ERROR. */
export type RolledUpField = keyof typeof ROLLED_UP;

/** Width of a bucket of a histogram: the middle of a bucket differs from the values in it by at most 2 %. */
const LOG_WIDTH = `${Math.log(1.04)}::double precision`;

/** SQL: the bucket of whole microseconds from 0 on; null for null. Bucket 0 has the value 0. */
export const bucketOf = (micros: string): string =>
  `case when ${micros} > 0 then floor(ln(${micros}::double precision) / ${LOG_WIDTH})::bigint + 1 when ${micros} = 0 then 0 end`;

/** SQL: the microseconds in the middle of a bucket. */
export const middleOf = (bucket: string): string =>
  `case when ${bucket} > 0 then round(exp((${bucket} - 0.5) * ${LOG_WIDTH}))::bigint else 0 end`;

/* Elements of a histogram, an array of bigint: above 32 bits the bucket, below them the number of values in it. */

/** SQL: an element. */
export const elementOf = (bucket: string, n: string): string => `(${bucket} << 32 | ${n}::bigint)`;

/** SQL: the bucket of an element. */
export const bucketOfElement = (element: string): string => `(${element} >> 32)`;

/** SQL: the number of values of an element. */
export const countOfElement = (element: string): string => `(${element} & 4294967295)`;

/** Columns of the usage of an observation that are summed. */
export const TOKENS_AND_COST = ['input_tokens', 'output_tokens', 'total_tokens', 'total_cost'] as const;

/** Sums of observations, in addition to their number, by column. */
export const FIGURE_SUMS = [
  'errors',
  ...TOKENS_AND_COST,
  // Output tokens of observations with a latency, and the latency of those with output tokens.
  ...(['timed_tokens', 'timed_latency'] as const),
] as const;

/** Columns of the figures of a value, in their order. */
const FIGURES = ['calls', 'first_start', 'last_start', ...FIGURE_SUMS, 'traces', 'latency', 'first_token'] as const;

export type Figure = (typeof FIGURES)[number];

/** SQL: absent figures that are not numbers. */
const NULLS: Readonly<Partial<Record<Figure, string>>> = {
  ...{ first_start: 'null::timestamptz', last_start: 'null::timestamptz' },
  ...{ latency: 'null::bigint[]', first_token: 'null::bigint[]' },
};

/** SQL: the columns of a partial sum, which has some of the figures; the others are null. Rows of one union have these columns. */
export const partialSum = (values: Readonly<Partial<Record<Figure, string>>>): string =>
  FIGURES.map((column) => `${values[column] ?? NULLS[column] ?? 'null::numeric'} as ${column}`).join(', ');
