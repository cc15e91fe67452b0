import { OUTCOMES } from './outcome';

/*
 * Conditions on traces and on observations, as in filter expressions of the Langfuse API (contract: Filter expressions). The parser, the SQL
 * and the OpenAPI document follow from these lists.
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
  outcome: 'outcome',
  isOpen: 'flag',
  /** Services of its observations. */
  service: 'list',
  /** Members of the metadata; a condition names one. */
  metadata: 'object',
  /** Its observations; a condition has those on one of them. */
  observations: 'observations',
} as const;

export type TraceColumn = keyof typeof TRACE_COLUMNS;

/** Columns of an observation that a condition can name, with the kind of their value. */
export const OBSERVATION_COLUMNS = {
  id: 'observationId',
  parentObservationId: 'parentId',
  /** True without a parent, and if its sender marked it as the root of an application. */
  isRootObservation: 'flag',
  type: 'text',
  name: 'text',
  /** Name of an observation of type TOOL. */
  toolName: 'text',
  level: 'text',
  statusMessage: 'text',
  /** Status message without what differs from call to call, as groups have it. */
  statusMessageGroup: 'text',
  version: 'text',
  environment: 'text',
  /** `service.name` of the resource of its sender. */
  service: 'text',
  /** Members of the metadata; a condition names one. */
  metadata: 'object',
  startTime: 'time',
  endTime: 'time',
  model: 'text',
  /** Same as `model`. */
  providedModelName: 'text',
  provider: 'text',
  promptName: 'text',
  promptVersion: 'number',
  latency: 'number',
  timeToFirstToken: 'number',
  /** Output tokens by latency. */
  tokensPerSecond: 'number',
  inputTokens: 'number',
  outputTokens: 'number',
  totalTokens: 'number',
  /** Same as `totalTokens`. */
  tokens: 'number',
  inputCost: 'number',
  outputCost: 'number',
  totalCost: 'number',
  traceId: 'id',
  traceName: 'text',
  userId: 'text',
  sessionId: 'text',
  release: 'text',
  traceTags: 'list',
  /** Same as `traceTags`. */
  tags: 'list',
} as const;

export type ObservationColumn = keyof typeof OBSERVATION_COLUMNS;

/** Columns by name, with the kind of their value. */
export type ConditionColumns = Readonly<Record<string, keyof typeof CONDITION_TYPES>>;

/** Types of conditions for each kind of column. */
export const CONDITION_TYPES = {
  id: ['string', 'stringOptions'],
  observationId: ['string', 'stringOptions'],
  parentId: ['string', 'stringOptions', 'null'],
  text: ['string', 'stringOptions', 'null'],
  list: ['arrayOptions', 'null'],
  time: ['datetime'],
  flag: ['boolean'],
  number: ['number'],
  level: ['stringOptions'],
  outcome: ['stringOptions'],
  object: ['stringObject'],
  observations: ['observation'],
} as const satisfies Readonly<Record<string, readonly ConditionType[]>>;

const TEXT_OPERATORS = ['=', 'contains', 'does not contain', 'starts with', 'ends with'] as const;

/** Operators of each type. */
export const CONDITION_OPERATORS = {
  string: TEXT_OPERATORS,
  stringObject: TEXT_OPERATORS,
  stringOptions: ['any of', 'none of'],
  arrayOptions: ['any of', 'none of', 'all of'],
  datetime: ['>', '<', '>=', '<='],
  number: ['=', '>', '<', '>=', '<='],
  boolean: ['=', '<>'],
  null: ['is null', 'is not null'],
  observation: ['some', 'none'],
} as const;

export type ConditionType = keyof typeof CONDITION_OPERATORS;

/** Columns with conditions of a type. */
export type ColumnOf<Type extends ConditionType, Columns extends ConditionColumns = typeof TRACE_COLUMNS> = {
  [Column in keyof Columns & string]: Type extends (typeof CONDITION_TYPES)[Columns[Column]][number] ? Column : never;
}[keyof Columns & string];

/** Condition of a type, with the value that it compares with. */
export interface ConditionOf<
  Type extends ConditionType,
  Value,
  Columns extends ConditionColumns = typeof TRACE_COLUMNS,
> {
  readonly type: Type;
  readonly column: ColumnOf<Type, Columns>;
  readonly operator: (typeof CONDITION_OPERATORS)[Type][number];
  readonly value: Value;
}

/** Condition on a member of an object. */
export interface MemberConditionOf<Columns extends ConditionColumns = typeof TRACE_COLUMNS> extends ConditionOf<
  'stringObject',
  string,
  Columns
> {
  /** Name of the member. */
  readonly key: string;
}

/** Words of columns with few values, by kind. Of levels those that rows of traces count, the highest first. */
export const CONDITION_WORDS: Readonly<Record<'level' | 'outcome', readonly string[]>> = {
  level: ['ERROR', 'WARNING'],
  outcome: OUTCOMES,
};

/** Limits of one expression: characters, conditions with those on observations, values of one condition, characters of a value, and of the name of a member. */
export const EXPRESSION_LIMITS = { length: 8000, conditions: 20, values: 200, text: 1000, key: 200 } as const;
