import { INTEGER_FIELDS, TEXT_FIELDS, TIME_FIELDS } from '../../generated/observation-fields';
import type { CoreObservation } from '../api/types';

const TIMES = [...TIME_FIELDS, 'createdAt', 'updatedAt'] as const;
const WORDS = [...TEXT_FIELDS, 'countedIn'] as const;
const NUMBERS = [
  ...INTEGER_FIELDS,
  'latency',
  'timeToFirstToken',
  'promptTokens',
  'completionTokens',
  'totalTokens',
  'calculatedInputCost',
  'calculatedOutputCost',
  'calculatedTotalCost',
] as const;
const RECORDS = ['usageDetails', 'costDetails'] as const;
const SIZES = ['input', 'output', 'metadata'] as const;

/** Characters of an id: ids are UUIDs. */
export const ID_LENGTH = 36;
const NO_PARENT = -1;

/** Texts with many repetitions: `of` has the index into `texts` by row, -1 for none. */
export interface Words {
  readonly of: Int32Array;
  readonly texts: readonly string[];
}

/** Mostly distinct texts, concatenated: the text of row n ends where the text of row n + 1 begins. */
export interface Texts {
  readonly text: string;
  readonly begins: Int32Array;
}

/**
 * Observations of a trace as columns, in the order of the rows of its tree. Numbers and shared texts instead of objects: 100,000 rows are
 * transferred from a worker without a copy and use little memory.
 */
export interface ObservationColumns {
  readonly count: number;
  readonly traceId: string;
  /** All ids, concatenated without a separator. */
  readonly ids: string;
  /** Row of the parent; -1 for none; -2 and below is an index into `missing`: -2 is the first. */
  readonly parent: Int32Array;
  /** Ids of parents that are named but absent. */
  readonly missing: readonly string[];
  /** Milliseconds since the epoch; NaN for none. */
  readonly times: Readonly<Record<(typeof TIMES)[number], Float64Array>>;
  /** Values as in the API: seconds, tokens, USD; NaN for null. */
  readonly numbers: Readonly<Record<(typeof NUMBERS)[number], Float64Array>>;
  readonly words: Readonly<Record<(typeof WORDS)[number], Words>>;
  /** JSON; empty for `{}`. */
  readonly records: Readonly<Record<(typeof RECORDS)[number], Texts>>;
  /** Sizes in bytes. */
  readonly sizes: Readonly<Record<(typeof SIZES)[number], Uint32Array>>;
}

/** @param observations in the order of the rows */
export function columnsOf(observations: readonly CoreObservation[]): ObservationColumns {
  const rows = new Map(observations.map(({ id }, row) => [id, row]));
  const missing = new Map<string, number>();
  const parentOf = ({ parentObservationId: id }: CoreObservation): number => {
    if (id === null) return NO_PARENT;
    const row = rows.get(id);
    if (row !== undefined) return row;
    if (!missing.has(id)) missing.set(id, missing.size);
    return NO_PARENT - 1 - (missing.get(id) ?? 0);
  };
  return {
    count: observations.length,
    traceId: observations[0]?.traceId ?? '',
    ids: observations.map(({ id }) => id).join(''),
    parent: Int32Array.from(observations, parentOf),
    missing: [...missing.keys()],
    times: byName(TIMES, (name) => Float64Array.from(observations, (each) => timeOf(each[name]))),
    numbers: byName(NUMBERS, (name) => Float64Array.from(observations, (each) => each[name] ?? NaN)),
    words: byName(WORDS, (name) => wordsOf(observations.map((each) => each[name] ?? null))),
    records: byName(RECORDS, (name) => textsOf(observations.map((each) => jsonOf(each[name])))),
    sizes: byName(SIZES, (name) => Uint32Array.from(observations, ({ sizes }) => sizes[name])),
  };
}

/** Rebuilds the observation of a row as the API returned it; its texts are null, because `core` omits them. */
export function observationAt(columns: ObservationColumns, row: number): CoreObservation {
  const { times, numbers, words, records, sizes, parent, missing } = columns;
  const time = (name: (typeof TIMES)[number]): string | null => {
    const at = times[name][row] ?? NaN;
    return Number.isNaN(at) ? null : new Date(at).toISOString();
  };
  const number = (name: (typeof NUMBERS)[number]): number | null => {
    const value = numbers[name][row] ?? NaN;
    return Number.isNaN(value) ? null : value;
  };
  const word = (name: (typeof WORDS)[number]): string | null => wordAt(words[name], row) ?? null;
  const record = (name: (typeof RECORDS)[number]): Record<string, number> =>
    JSON.parse(textAt(records[name], row) || '{}') as Record<string, number>;
  const above = parent[row] ?? NO_PARENT;
  const [input, output, total] = [
    number('promptTokens') ?? 0,
    number('completionTokens') ?? 0,
    number('totalTokens') ?? 0,
  ];
  return {
    id: idAt(columns, row),
    traceId: columns.traceId,
    parentObservationId:
      above === NO_PARENT ? null : above >= 0 ? idAt(columns, above) : (missing[NO_PARENT - 1 - above] ?? null),
    ...byName(TEXT_FIELDS, word),
    ...byName(TIME_FIELDS, time),
    ...byName(INTEGER_FIELDS, number),
    type: word('type') ?? '',
    startTime: time('startTime') ?? '',
    level: word('level') as CoreObservation['level'],
    environment: word('environment') ?? '',
    input: null,
    output: null,
    metadata: {},
    modelParameters: null,
    latency: number('latency'),
    timeToFirstToken: number('timeToFirstToken'),
    unit: 'TOKENS',
    usage: { input, output, total },
    usageDetails: record('usageDetails'),
    costDetails: record('costDetails'),
    promptTokens: input,
    completionTokens: output,
    totalTokens: total,
    calculatedInputCost: number('calculatedInputCost'),
    calculatedOutputCost: number('calculatedOutputCost'),
    calculatedTotalCost: number('calculatedTotalCost') ?? 0,
    createdAt: time('createdAt') ?? '',
    updatedAt: time('updatedAt') ?? '',
    sizes: { input: sizes.input[row] ?? 0, output: sizes.output[row] ?? 0, metadata: sizes.metadata[row] ?? 0 },
  };
}

export const idAt = ({ ids }: ObservationColumns, row: number): string =>
  ids.slice(row * ID_LENGTH, (row + 1) * ID_LENGTH);

/** @returns -1 if the trace has no such observation */
export function rowOf({ ids }: ObservationColumns, id: string): number {
  if (id.length !== ID_LENGTH) return -1;
  for (let at = ids.indexOf(id); at !== -1; at = ids.indexOf(id, at + 1))
    if (at % ID_LENGTH === 0) return at / ID_LENGTH;
  return -1;
}

export function wordAt({ of, texts }: Words, row: number): string | undefined {
  return texts[of[row] ?? -1];
}

/** @returns an empty text for a row without one */
export function textAt({ text, begins }: Texts, row: number): string {
  return text.slice(begins[row], begins[row + 1]);
}

/** Returns the value of a row, 0 for none. */
export function amountAt(column: Float64Array, row: number): number {
  const value = column[row] ?? NaN;
  return Number.isNaN(value) ? 0 : value;
}

function byName<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

const timeOf = (time: string | null): number => (time === null ? NaN : Date.parse(time));

function jsonOf(record: Readonly<Record<string, number>>): string {
  const text = JSON.stringify(record);
  return text === '{}' ? '' : text;
}

function wordsOf(values: readonly (string | null)[]): Words {
  const known = new Map<string, number>();
  const of = Int32Array.from(values, (value) => {
    if (value === null) return -1;
    const index = known.get(value) ?? known.size;
    if (index === known.size) known.set(value, index);
    return index;
  });
  return { of, texts: [...known.keys()] };
}

function textsOf(values: readonly string[]): Texts {
  const begins = new Int32Array(values.length + 1);
  for (const [row, value] of values.entries()) begins[row + 1] = (begins[row] ?? 0) + value.length;
  return { text: values.join(''), begins };
}
