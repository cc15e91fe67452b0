import { ITEM_LIMITS, LONGEST_ID } from './limits';
import type { Micros } from './time';

/*
 * Stored fields of observations and traces. The types of records, their form on the bus, the merge of several records and the rows of the
 * tables follow from these lists. `npm run proto:generate` writes the fields of observations into proto/sluice/record/v1/record.proto; the
 * compiler checks those of traces, the tables and the public names.
 */

/**
 * Kind of a field, which defines how its value is encoded and merged. `text` has a limit in characters, `longText` and `json` in bytes
 * (contract: Limits); an `integer` is from 0 to `MAX_INTEGER`; `members` and `usage` merge by their members, all others are replaced as a
 * whole.
 */
export type FieldKind =
  'text' | 'longText' | 'json' | 'time' | 'integer' | 'flag' | 'members' | 'parent' | 'usage' | 'amounts' | 'io';

interface Field {
  readonly kind: FieldKind;
  /** Limit of a `text` in characters (contract: Limits); absent if only certain words are accepted. */
  readonly longest?: number;
  /** Description in the OpenAPI document; absent if the document has separate ones for requests and answers. */
  readonly about?: string;
  /** Number in the message of an observation, never changed and never used again; absent if record.proto has the field by hand. */
  readonly number?: number;
}

export type FieldList = Readonly<Record<string, Field>>;

const NAME = { kind: 'text', longest: ITEM_LIMITS.name } as const;
const SHORT_TEXT = { kind: 'text', longest: ITEM_LIMITS.text } as const;
const TIME = { kind: 'time' } as const;
const JSON_VALUE = { kind: 'json' } as const;
const IO = { kind: 'io' } as const;
const MEMBERS = { kind: 'members' } as const;

/** Fields of an observation, in the order of answers. */
export const OBSERVATION_FIELDS = {
  type: { kind: 'text', longest: ITEM_LIMITS.type, number: 4 },
  name: { ...NAME, number: 5, about: 'Name.' },
  startTime: { ...TIME, number: 6 },
  endTime: { ...TIME, number: 7, about: 'End; null without an end.' },
  completionStartTime: { ...TIME, number: 8, about: 'Time of the first token.' },
  model: { ...SHORT_TEXT, number: 9, about: 'The model.' },
  /** Model that answered and is priced, if it differs from `model`. */
  responseModel: { ...SHORT_TEXT, number: 10 },
  /** Provider of the model (`openai`, `azure.ai.openai`), a hint for prices. */
  provider: { ...SHORT_TEXT, number: 11 },
  level: { kind: 'text', number: 12 },
  /** null: top-level. */
  parentId: { kind: 'parent' },
  statusMessage: { kind: 'longText', number: 13, about: 'Message of the status, mostly of an error.' },
  version: { ...SHORT_TEXT, number: 14, about: 'The version of this step.' },
  environment: { ...SHORT_TEXT, number: 15 },
  promptName: { ...NAME, number: 24, about: 'Managed prompt that produced the input.' },
  promptVersion: { kind: 'integer', number: 25, about: 'The version of that prompt.' },
  input: { ...JSON_VALUE, number: 16 },
  output: { ...JSON_VALUE, number: 17 },
  metadata: { ...MEMBERS, number: 19 },
  modelParameters: { ...JSON_VALUE, number: 18 },
  usage: { kind: 'usage', number: 20 },
  /** USD by usage type as sent; finite numbers >= 0. */
  costDetails: { kind: 'amounts', number: 21 },
  /**
   * Short hash of the instrumentation scope that sent the usage, for usage that may repeat or replace another model call
   * (contract: What counts). Valid as long as no other source has sent usage since. An observation with a scope that is not counted is a
   * wrapper whose sender sends no model calls below it.
   */
  scope: { kind: 'text', number: 23 },
  /** Whether the sender marked the observation as the root of its part of the trace (contract: Outcome). */
  isRoot: { kind: 'flag', number: 26 },
  /** Always true: sent without an end, by a sender that sends the end later. A batch that never gets an end lacks it. */
  awaitsEnd: { kind: 'flag', number: 27 },
  /** `service.name` of the resource of the sender (OTLP); a value that is no text as its JSON. */
  service: { kind: 'text', longest: ITEM_LIMITS.service, number: 28 },
  /** Id as sent, and that of its parent, of ids whose UUIDs are made of texts (contract: Forms of ids). */
  sentId: { kind: 'text', longest: LONGEST_ID, number: 29 },
  sentParentId: { kind: 'text', longest: LONGEST_ID, number: 30 },
} as const satisfies FieldList;

const { responseModel: _model, provider: _provider, scope: _scope, ...ofAll } = OBSERVATION_FIELDS;
const { isRoot: _isRoot, awaitsEnd: _awaitsEnd, service: _service, ...ofSenders } = ofAll;
const { sentId: _sentId, sentParentId: _sentParentId, ...fields } = ofSenders;

/** Fields of native batches and answers; the others are only of spans, for prices, sums, outcomes, filters, groups and SQL. */
export const PUBLIC_OBSERVATION_FIELDS = fields;

/** Levels of an observation. */
export const LEVELS = ['DEBUG', 'DEFAULT', 'WARNING', 'ERROR'] as const;

/** Types of observations that the Langfuse API has; a sender may have others. */
export const OBSERVATION_TYPES = [
  ...(['SPAN', 'GENERATION', 'EVENT', 'AGENT', 'TOOL'] as const),
  ...(['CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL'] as const),
] as const;

/** Types of observations that are calls of a model. */
export const MODEL_CALLS: ReadonlySet<string> = new Set(['GENERATION', 'EMBEDDING']);

/** Fields of a trace, in the order of answers. */
export const TRACE_FIELDS = {
  name: { ...NAME, about: 'Name.' },
  userId: { ...SHORT_TEXT, about: 'User of the application.' },
  sessionId: { ...SHORT_TEXT, about: 'The session.' },
  release: { ...SHORT_TEXT, about: 'The release of the application.' },
  version: { ...SHORT_TEXT, about: 'The version of the trace.' },
  environment: SHORT_TEXT,
  public: { kind: 'flag' },
  /** Time sent for the trace itself. */
  timestamp: TIME,
  input: IO,
  output: IO,
  metadata: MEMBERS,
  /** Id as sent, of an id whose UUID is made of a text; empty: only ids of its observations are texts. */
  sentId: { kind: 'text', longest: LONGEST_ID },
} as const satisfies FieldList;

const { sentId: _sentTraceId, ...traceFields } = TRACE_FIELDS;

/** Fields of traces in native batches and answers. */
export const PUBLIC_TRACE_FIELDS = traceFields;

/** Fields by whose exact value traces can be filtered, each with its word in documents. */
export const TRACE_FILTERS = {
  userId: 'user',
  sessionId: 'session',
  release: 'release',
  version: 'version',
} as const satisfies Partial<Record<NameOf<typeof TRACE_FIELDS, 'text'>, string>>;

/** Fields whose values can be listed. */
export const TRACE_VALUES = [
  ...(['name', 'userId', 'sessionId', 'tags'] as const),
  ...(['environment', 'release', 'version', 'model', 'service', 'metadata'] as const),
] as const;

/** Fields by which traces can be grouped, and figures by which groups can be sorted (contract: Groups of traces). */
export const TRACE_GROUPS = [
  ...(['name', 'userId', 'sessionId', 'tags', 'environment', 'release', 'version'] as const),
  ...(['outcome', 'service'] as const),
] as const;
export const TRACE_GROUP_ORDERS = ['count', 'errors', 'failed', 'totalCost', 'totalTokens'] as const;
/** Members of the summary of a session, and its begin, by which sessions can be sorted, the greatest first (contract: Order of sessions). */
export const SESSION_ORDERS = ['createdAt', 'lastTimestamp', 'totalCost', 'failedTraceCount', 'traceCount'] as const;
/** Fields by whose values observations are grouped. */
export const OBSERVATION_GROUPS = [
  ...(['name', 'tool', 'type', 'model', 'provider', 'prompt', 'level', 'statusMessage', 'userId', 'release'] as const),
  'service',
] as const;
export const OBSERVATION_GROUP_ORDERS = [
  ...(['calls', 'errors', 'latencyP95', 'timeToFirstTokenP95', 'totalCost', 'totalTokens'] as const),
] as const;

/** Fields by which traces are compared (contract: Comparison of traces). */
export const TRACE_COMPARED = [
  ...(['name', 'model', 'userId', 'tags', 'environment', 'release', 'version'] as const),
  'outcome',
] as const;

/** Texts that text search covers (contract: Text search). */
export const TRACE_SEARCHED = [
  ...(['name', 'id', 'input', 'output'] as const),
  ...(['observations', 'metadata', 'status', 'tags'] as const),
] as const;

/** Trace at which a part of a search or a scan has ended, in its order: newest first, ties by descending id. */
export interface SearchCursor {
  readonly timestamp: Micros;
  /** Lower-case UUID. */
  readonly id: string;
}

/** Orders of a list of traces (contract: Reading traces). */
export const TRACE_ORDERS = [
  'timestamp',
  'name',
  'userId',
  'sessionId',
  'release',
  'version',
  'environment',
  'latency',
  'totalCost',
  'id',
] as const;

/** Orders of few values, for which all matches are sorted at each request. No trace is bookmarked. */
export const TRACE_ROW_ORDERS = ['public', 'bookmarked', 'outcome'] as const;

/** Widths of buckets, and aggregations of their points (contract: Metric points and series). */
export const METRIC_STEPS = ['1m', '5m', '1h', '1d'] as const;
export const METRIC_AGGREGATIONS = ['avg', 'max', 'min', 'sum', 'last', 'p50', 'p90', 'p99'] as const;

/** Names of the fields of some kinds. */
export type NameOf<List extends FieldList, Kind extends FieldKind> = {
  [Name in keyof List & string]: List[Name]['kind'] extends Kind ? Name : never;
}[keyof List & string];

/** Returns the names of the fields of some kinds, in the order of the list. */
export function fieldsOf<List extends FieldList, Kind extends FieldKind>(
  list: List,
  ...kinds: readonly Kind[]
): readonly NameOf<List, Kind>[] {
  const wanted: ReadonlySet<FieldKind> = new Set(kinds);
  return Object.keys(list).filter((name): name is NameOf<List, Kind> => wanted.has((list[name] as Field).kind));
}

/** Kinds of which `mapFields` makes values: `io` as `json`. */
type MappedKind = Exclude<FieldKind, 'io'>;

type Mapped<List extends FieldList, Made extends MappedKind, Value> = Readonly<
  Record<NameOf<List, Made | ('json' extends Made ? 'io' : never)>, Value>
>;

/** Returns a value for each field of the kinds that `make` has, by its name and in the order of the list. */
export function mapFields<List extends FieldList, Made extends MappedKind, Value>(
  list: List,
  make: Readonly<Record<Made, (field: Field, name: string) => Value>>,
): Mapped<List, Made, Value> {
  const makers: Partial<Record<MappedKind, (field: Field, name: string) => Value>> = make;
  const entries = Object.entries(list).flatMap(([name, field]) => {
    const maker = makers[field.kind === 'io' ? 'json' : field.kind];
    return maker ? [[name, maker(field, name)] as const] : [];
  });
  return Object.fromEntries(entries) as Mapped<List, Made, Value>;
}

/** Kinds of fields that merge by their members. */
const MERGED = ['members', 'usage'] as const satisfies readonly FieldKind[];

type WholeKind = Exclude<FieldKind, (typeof MERGED)[number]>;

/** Returns the names of the fields that are replaced as a whole, in the order of the list: of all kinds but `MERGED`. */
export function wholeFieldsOf<List extends FieldList>(list: List): readonly NameOf<List, WholeKind>[] {
  const merged: ReadonlySet<string> = new Set(fieldsOf(list, ...MERGED));
  return Object.keys(list).filter((name): name is NameOf<List, WholeKind> => !merged.has(name));
}
