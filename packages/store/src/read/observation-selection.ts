import { NIL_UUID, PUBLIC_OBSERVATION_FIELDS, fieldsOf } from '@sluice/record';
import { LEAST_PACKED, PACKED_COLUMNS } from '../packs/pack-format';
import { textBytes } from '../packs/packed-text';
import { observations } from '../schema/traces';
import { microsOf } from './database';
import { inlineText } from './long-text';
import { END, START } from '../observation-values';
import { INLINE_BYTES } from './portions';
import type { ObservationDetail } from './trace';

/** Texts of any length; the others are bounded when they are stored. */
const PLAIN_TEXTS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'longText');
const JSON_TEXTS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'json', 'members');
export const LONG_TEXTS = [...JSON_TEXTS, 'usageDetails', 'costDetails', ...PLAIN_TEXTS] as const;
const TEXTS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text');
const TIMES = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'time');
const INTEGERS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'integer');
const AMOUNTS = ['inputTokens', 'outputTokens', 'totalTokens', 'inputCost', 'outputCost', 'totalCost'] as const;

export type LongTextName = (typeof LONG_TEXTS)[number];
type Column = keyof typeof observations.$inferSelect;

/** SQL: a column by its name in `schema/traces.ts`. */
const stored = (name: Column): string => `o.${observations[name].name}`;

/** SQL: columns whose value differs from the stored one (contract: Defaults are never stored as values). */
const READ_AS: { readonly [Name in Column]?: string } = {
  type: `coalesce(${stored('type')}, 'SPAN')`,
  level: `coalesce(${stored('level')}, 'DEFAULT')`,
  startTime: START,
  endTime: END,
  parentId: `nullif(o.parent_id, '${NIL_UUID}')`,
  countedIn: 'nullif(o.counted_in, o.id)',
  costDetails: `case when o.cost_source = 'sent' then o.cost_details end`,
};

const readAs = (name: Column): string => READ_AS[name] ?? stored(name);

export const PACKED: ReadonlySet<Column> = new Set(PACKED_COLUMNS);

/** SQL: a text as JSON, or its reference. */
export const asJson = (name: LongTextName): string =>
  PLAIN_TEXTS.some((plain) => plain === name) ? `to_json(${stored(name)})::text` : readAs(name);

const VALUES = [
  'id',
  'parentId',
  'sentId',
  'sentParentId',
  ...TEXTS,
  ...INTEGERS,
  ...AMOUNTS,
  'costSource',
  'countedIn',
] as const;
const MOMENTS = [...TIMES, 'createdAt', 'updatedAt'] as const;
/** Bytes of the other fields of an observation. */
const FIELD_BYTES = 1000;

/** SQL: bytes of the text of a column that `sizedObservations` has measured. */
const packedBytes = (name: Column): string => `${stored(name)}_bytes`;

/** SQL: bytes of the stored value of such a column, which may be a reference. */
const storedBytes = (name: Column): string => `${stored(name)}_stored`;

/**
 * SQL: observations `o` with the bytes of each text that may be packed. A subquery that is not flattened, so that the bytes are computed once
 * a row, however often a statement names them, and rows are sorted without the texts.
 */
export const sizedObservations = (condition: string): string => `(
  select o.*, ${PACKED_COLUMNS.map((name) => {
    const column = observations[name].name;
    return `${textBytes(stored(name))} as ${column}_bytes, octet_length(${stored(name)}) as ${column}_stored`;
  }).join(', ')}
  from sluice.observations o where ${condition} offset 0) o`;

const bytesOf = (name: Column): string =>
  `coalesce(${PACKED.has(name) ? packedBytes(name) : `octet_length(${stored(name)})`}, 0)`;
const isLong = (name: Column): string => `${bytesOf(name)} > ${INLINE_BYTES}`;

/** Columns and sizes of observations as SQL. */
export interface Selection {
  /** Columns of `ReadObservationRow`. */
  readonly columns: string;
  /** Bytes of an observation with the text that is read with it. */
  readonly bytes: string;
  /** Bytes by which its row is smaller: it contains references, and not the texts to which these refer. */
  readonly savedBytes: string;
  /** Bytes of its longest text that is read separately. */
  readonly longest: string;
}

/** Builds a selection. @param texts texts to read; the others are null */
export function selection(texts: readonly LongTextName[], more: readonly string[] = []): Selection {
  const left = LONG_TEXTS.filter((name) => !texts.includes(name));
  const inRow = texts.map((name) => `case when ${isLong(name)} then 0 else ${bytesOf(name)} end`);
  const packed = texts.filter((name) => PACKED.has(name));
  const saved = packed.map(
    (name) => `case when ${isLong(name)} then 0 else coalesce(${packedBytes(name)} - ${storedBytes(name)}, 0) end`,
  );
  const mayRefer = `greatest(${[0, ...packed.map(packedBytes)].join(', ')}) >= ${LEAST_PACKED}`;
  const alone = texts.map((name) => `case when ${isLong(name)} then ${bytesOf(name)} else 0 end`);
  const columns = [
    ...VALUES.map((name) => `${readAs(name)} as "${name}"`),
    ...MOMENTS.map((name) => `${microsOf(readAs(name))} as "${name}"`),
    ...texts.map(
      (name) =>
        `${inlineText(asJson(name), PACKED.has(name) ? packedBytes(name) : `octet_length(${readAs(name)})`)} as "${name}"`,
    ),
    ...left.map((name) => `null as "${name}"`),
    ...more,
  ];
  return {
    columns: columns.join(', '),
    bytes: [FIELD_BYTES, ...[...TEXTS, 'sentId' as const, 'sentParentId' as const].map(bytesOf), ...inRow].join(' + '),
    savedBytes: `case when ${mayRefer} then ${[0, ...saved].join(' + ')} else 0 end`,
    longest: `greatest(${alone.join(', ')})`,
  };
}

/** SQL: sizes of values, which their pointers contain: the values themselves are not read. */
const SIZES = PACKED_COLUMNS.map((name) => `${bytesOf(name)} as "${name}Bytes"`);

export const SELECTIONS: Readonly<Record<ObservationDetail, Selection>> = {
  all: selection(LONG_TEXTS),
  core: selection(
    LONG_TEXTS.filter((name) => !JSON_TEXTS.some((json) => json === name)),
    SIZES,
  ),
};
