import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  CONDITION_WORDS,
  type ColumnOf,
  type ConditionType,
  TRACE_COLUMNS,
  TRACE_FILTERS,
  TRACE_ORDERS,
  type TraceColumn,
} from '@sluice/record';
import fc from 'fast-check';

type TextField = 'name' | keyof typeof TRACE_FILTERS;

/** Values of the traces that are queried. */
export interface QuestionValues {
  readonly texts: Readonly<Record<TextField | 'environment', readonly [string, ...string[]]>>;
  readonly ids: readonly [string, ...string[]];
  readonly tags: readonly string[];
  readonly models: readonly string[];
  /** Values of latency in seconds, cost in USD and counts. */
  readonly numbers: readonly number[];
  /** Bounds of windows in microseconds since the epoch. */
  readonly times: readonly [number, ...number[]];
  /** Number of the last page. */
  readonly pages: number;
}

/** Types of conditions on values of a trace's row; a time is a window of the filter. */
type RowType = Exclude<ConditionType, 'datetime' | 'stringObject' | 'observation'>;

type Condition = {
  [Type in RowType]: {
    readonly type: Type;
    readonly column: ColumnOf<Type>;
    readonly operator: (typeof CONDITION_OPERATORS)[Type][number];
    readonly value: {
      string: string;
      stringOptions: readonly string[];
      arrayOptions: readonly string[];
      number: number;
      boolean: boolean;
      null: null;
    }[Type];
  };
}[RowType];

/** Query for a page of traces: a filter, conditions, and an order. */
export interface TraceQuestion {
  readonly filter: { readonly [Name in TextField]?: string } & {
    readonly tags: readonly string[];
    readonly environments: readonly string[];
    readonly from?: number;
    readonly before?: number;
  };
  readonly conditions: readonly Condition[];
  readonly order: { readonly field: (typeof TRACE_ORDERS)[number]; readonly direction: 'asc' | 'desc' };
  readonly page: number;
  readonly limit: number;
}

/** Pairs of every column of a trace's row and each type that it accepts. */
const TYPES = (Object.keys(TRACE_COLUMNS) as TraceColumn[])
  .flatMap((column) => CONDITION_TYPES[TRACE_COLUMNS[column]].map((type) => ({ type, column })))
  .filter(({ type, column }) => !['datetime', 'stringObject', 'observation'].includes(type) && column !== 'service');

/** Makes queries of every kind for traces with these values. The same seed yields the same queries. */
export function traceQuestions(
  values: QuestionValues,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly TraceQuestion[] {
  return fc.sample(questionOf(values), { numRuns: count, seed });
}

function questionOf(values: QuestionValues): fc.Arbitrary<TraceQuestion> {
  const { texts, times } = values;
  const condition = fc.oneof(...TYPES.map((which) => conditionOf(which, values)));
  const time = fc.constantFrom(...times);
  const fields = (['name', ...Object.keys(TRACE_FILTERS)] as TextField[]).map(
    (field) => [field, fc.constantFrom(...texts[field])] as const,
  );
  const lists = {
    tags: oneIn(3, fc.uniqueArray(fc.constantFrom(...values.tags), { minLength: 1, maxLength: 3 }), []),
    environments: oneIn(3, fc.uniqueArray(fc.constantFrom(...texts.environment), { minLength: 1, maxLength: 3 }), []),
  };
  return fc.record({
    filter: fc.oneof(
      fc.record(lists),
      fc.record({ ...lists, from: time, before: time }, { requiredKeys: ['tags', 'environments'] }),
      fc.record(
        { ...lists, from: time, before: time, ...Object.fromEntries(fields) },
        { requiredKeys: ['tags', 'environments'] },
      ),
    ),
    conditions: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 4, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3, size: 'max' }) },
      { weight: 2, arbitrary: fc.array(condition, { minLength: 4, maxLength: 20, size: 'max' }) },
      // Many conditions of one kind.
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...TYPES)
          .chain((which) => fc.array(conditionOf(which, values), { minLength: 4, maxLength: 20, size: 'max' })),
      },
    ),
    order: fc.record({ field: fc.constantFrom(...TRACE_ORDERS), direction: fc.constantFrom('asc', 'desc') }),
    page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: values.pages })),
    limit: fc.integer({ min: 1, max: 50 }),
  });
}

const oneIn = <T>(n: number, some: fc.Arbitrary<T>, none: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 1, arbitrary: some }, { weight: n - 1, arbitrary: fc.constant(none) });

function conditionOf(
  { type, column }: { readonly type: ConditionType; readonly column: TraceColumn },
  values: QuestionValues,
): fc.Arbitrary<Condition> {
  return fc
    .record({ operator: fc.constantFrom(...CONDITION_OPERATORS[type]), value: valueOf(type, column, values) })
    .map((comparison) => ({ type, column, ...comparison }) as Condition);
}

function valueOf(type: ConditionType, column: TraceColumn, values: QuestionValues): fc.Arbitrary<unknown> {
  const kind = TRACE_COLUMNS[column];
  const own = textsOf(column, values);
  const known = fc.constantFrom(...own);
  const text =
    kind === 'text' ? fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: parts(own) }) : known;
  switch (type) {
    case 'string':
      return kind === 'id' ? fc.oneof(known, parts(own)) : text;
    case 'stringOptions':
      return fc.uniqueArray(text, { minLength: 1, maxLength: 12 });
    case 'arrayOptions':
      return fc.array(text, { minLength: 1, maxLength: 12 });
    case 'number':
      return fc.constantFrom(...values.numbers);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

/** Text values for a condition on a column. */
function textsOf(column: TraceColumn, { ids, tags, models, texts }: QuestionValues): readonly string[] {
  switch (TRACE_COLUMNS[column]) {
    case 'level':
      return CONDITION_WORDS.level;
    case 'outcome':
      return CONDITION_WORDS.outcome;
    case 'id':
      return ids;
    case 'list':
      return column === 'tags' ? tags : models;
    case 'text':
      return texts[column as TextField];
    default:
      return [''];
  }
}

/** Beginnings and ends of texts. */
const parts = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.boolean(), fc.integer({ min: 1, max: 4 }))
    .map(([text, isEnd, length]) => (isEnd ? text.slice(-length) : text.slice(0, length)));
