/*
 * Conditions on traces, as in filter expressions of the Langfuse API (contract: Filter expressions). The parser, the SQL and the OpenAPI
 * document follow from these lists.
 */

/** Columns of a trace that a condition can name, with the kind of their value. */
export const TRACE_COLUMNS = {
  id: 'id',
  name: 'text',
  userId: 'text',
  sessionId: 'text',
  release: 'text',
  version: 'text',
  environment: 'text',
  tags: 'list',
  /** Models of its observations; a trace can have several. */
  model: 'list',
  timestamp: 'time',
  public: 'flag',
  bookmarked: 'flag',
  latency: 'number',
  totalCost: 'number',
  inputTokens: 'number',
  outputTokens: 'number',
  totalTokens: 'number',
  /** Same as `totalTokens`. */
  tokens: 'number',
  observationCount: 'number',
  /** Highest level of its observations. */
  level: 'level',
  errorCount: 'number',
  warningCount: 'number',
} as const;

export type TraceColumn = keyof typeof TRACE_COLUMNS;

/** Types of conditions for each kind of column. */
export const CONDITION_TYPES = {
  id: ['string', 'stringOptions'],
  text: ['string', 'stringOptions', 'null'],
  list: ['arrayOptions', 'null'],
  time: ['datetime'],
  flag: ['boolean'],
  number: ['number'],
  level: ['stringOptions'],
} as const satisfies Readonly<Record<(typeof TRACE_COLUMNS)[TraceColumn], readonly ConditionType[]>>;

/** Operators of each type. */
export const CONDITION_OPERATORS = {
  string: ['=', 'contains', 'does not contain', 'starts with', 'ends with'],
  stringOptions: ['any of', 'none of'],
  arrayOptions: ['any of', 'none of', 'all of'],
  datetime: ['>', '<', '>=', '<='],
  number: ['=', '>', '<', '>=', '<='],
  boolean: ['=', '<>'],
  null: ['is null', 'is not null'],
} as const;

export type ConditionType = keyof typeof CONDITION_OPERATORS;

/** Columns with conditions of a type. */
export type ColumnOf<Type extends ConditionType> = {
  [Column in TraceColumn]: Type extends (typeof CONDITION_TYPES)[(typeof TRACE_COLUMNS)[Column]][number]
    ? Column
    : never;
}[TraceColumn];

/** Condition of a type, with the value that it compares with. */
export interface ConditionOf<Type extends ConditionType, Value> {
  readonly type: Type;
  readonly column: ColumnOf<Type>;
  readonly operator: (typeof CONDITION_OPERATORS)[Type][number];
  readonly value: Value;
}

/** Levels that conditions can name, the highest first: rows of traces have counts of these. */
export const CONDITION_LEVELS = ['ERROR', 'WARNING'] as const;

/** Limits of one expression: characters, conditions, values of one condition, and characters of a value. */
export const EXPRESSION_LIMITS = { length: 8000, conditions: 20, values: 200, text: 1000 } as const;
