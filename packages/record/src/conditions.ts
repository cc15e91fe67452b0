/*
 * Conditions on traces, as expressions of the Langfuse API have them (contract: Filter expressions). The parser, the SQL and the
 * OpenAPI document follow from these lists.
 */

/** What a condition can name of a trace, and the kind of its value. */
export const TRACE_COLUMNS = {
  id: 'id',
  name: 'text',
  userId: 'text',
  sessionId: 'text',
  release: 'text',
  version: 'text',
  environment: 'text',
  tags: 'list',
  /** The models of its observations, which a trace can have several of. */
  model: 'list',
  timestamp: 'time',
  public: 'flag',
  bookmarked: 'flag',
  latency: 'number',
  totalCost: 'number',
  inputTokens: 'number',
  outputTokens: 'number',
  totalTokens: 'number',
  /** As `totalTokens`. */
  tokens: 'number',
  observationCount: 'number',
  /** The highest of its observations. */
  level: 'level',
  errorCount: 'number',
  warningCount: 'number',
} as const;

export type TraceColumn = keyof typeof TRACE_COLUMNS;

/** The types of the conditions that each kind of column takes. */
export const CONDITION_TYPES = {
  id: ['string', 'stringOptions'],
  text: ['string', 'stringOptions', 'null'],
  list: ['arrayOptions', 'null'],
  time: ['datetime'],
  flag: ['boolean'],
  number: ['number'],
  level: ['stringOptions'],
} as const satisfies Readonly<Record<(typeof TRACE_COLUMNS)[TraceColumn], readonly ConditionType[]>>;

/** The operators of each type. */
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

/** The columns that take conditions of a type. */
export type ColumnOf<Type extends ConditionType> = {
  [Column in TraceColumn]: Type extends (typeof CONDITION_TYPES)[(typeof TRACE_COLUMNS)[Column]][number]
    ? Column
    : never;
}[TraceColumn];

/** The levels that traces can be asked for, the highest first: rows of traces have counts of these. */
export const CONDITION_LEVELS = ['ERROR', 'WARNING'] as const;

/** What one expression may have: characters, conditions, values of one of them, and characters of a value. */
export const EXPRESSION_LIMITS = { length: 8000, conditions: 20, values: 200, text: 1000 } as const;
