export { keyHash } from './key-hash';
export { plainLength } from './compact-bytes';
export {
  RecordDecodeError,
  decodeOwnRecord,
  decodeRecord,
  encodeForLog,
  encodeRecord,
  recordSize,
  schemaVersionOf,
} from './codec';
export { RecordSequence } from './record-sequence';
export type { EncodedRecords } from './record-sequence';
export {
  CONDITION_WORDS,
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  EXPRESSION_LIMITS,
  OBSERVATION_COLUMNS,
  TRACE_COLUMNS,
} from './conditions';
export type {
  ColumnOf,
  ConditionColumns,
  ConditionOf,
  ConditionType,
  MemberConditionOf,
  ObservationColumn,
  TraceColumn,
} from './conditions';
export {
  LEVELS,
  METRIC_AGGREGATIONS,
  METRIC_STEPS,
  MODEL_CALLS,
  PUBLIC_OBSERVATION_FIELDS,
  OBSERVATION_FIELDS,
  OBSERVATION_TYPES,
  PUBLIC_TRACE_FIELDS,
  TRACE_FIELDS,
  TRACE_FILTERS,
  TRACE_COMPARED,
  OBSERVATION_GROUPS,
  OBSERVATION_GROUP_ORDERS,
  TRACE_GROUPS,
  SESSION_ORDERS,
  TRACE_GROUP_ORDERS,
  TRACE_ROW_ORDERS,
  TRACE_ORDERS,
  TRACE_SEARCHED,
  TRACE_VALUES,
  fieldsOf,
  mapFields,
  wholeFieldsOf,
} from './fields';
export type { FieldKind, FieldList, NameOf, SearchCursor } from './fields';
export {
  NIL_UUID,
  dashed,
  isProjectId,
  observationIdOfSpan,
  observationIdOfText,
  parseObservationId,
  parseTraceId,
  scoreIdOfText,
  sentObservationId,
  traceIdOfText,
} from './ids';
export { type JsonPlace, faultInJson } from './json-check';
export {
  eachElement,
  eachMember,
  endOfString,
  endOfValue,
  joinMembers,
  splitElements,
  splitMembers,
  stringAt,
} from './json-object';
export type { JsonText } from './json-object';
export {
  TOPICS,
  halve,
  hasReceipt,
  itemCount,
  itemsOf,
  ofKind,
  recordKey,
  recordOfItems,
  topicOf,
  withItems,
} from './kinds';
export type { ItemOf, Kind, LogOffset, RecordOf, RecordPart, SluiceRecord, TopicOf } from './kinds';
export type { RecordHead } from './kinds/kind';
export type { MetricPoint, MetricRecord } from './kinds/metric';
export { SCORE_TEXTS, SCORE_TYPES } from './kinds/score';
export type { Score, ScoreRecord, ScoreType } from './kinds/score';
export { FIRST_FIELDS } from './kinds/trace-record';
export type {
  EventStamps,
  TokenCounts,
  LeastTotal,
  Observation,
  TraceFields,
  TraceIo,
  TraceRecord,
  TraceUpdate,
  Usage,
} from './kinds/trace-record';
export { USAGE_ATTRIBUTES, answeredUsageType, isUnknownUsageType, sideOfUsageType } from './usage-names';
export {
  ANSWER_LIMITS,
  ITEM_LIMITS,
  MAX_COST,
  MAX_COUNT,
  MAX_INTEGER,
  POINT_AHEAD,
  POINT_LIMITS,
  LONGEST_ID,
  REQUEST_LIMITS,
  SCORE_LIMITS,
  exceedsBytes,
  firstCharacters,
  isLonger,
} from './limits';
export { explainingStep } from './failed-steps';
export type { FailedStep } from './failed-steps';
export { OUTCOMES, OUTCOME_COUNTS, outcomeOf } from './outcome';
export type { Outcome, OutcomeCount } from './outcome';
export { MAX_NAMED, OMITTED, shortened } from './omitted-members';
export { parseJson } from './parse-json';
export { replaceEvery } from './replace-every';
export { storable, storableJson } from './storable-text';
export {
  ID_STAMPS,
  eventStamp,
  eventTagStamp,
  firstEventStamp,
  isEventStamp,
  isOpenRoot,
  receiveStamp,
  spanStamp,
  tagStamp,
} from './stamp';
export type { EventPlace, SpanRank, Stamp } from './stamp';
export { DAY_MICROS, HOUR_MICROS, TIME_BEGIN, TIME_END, formatMicros, parseInstant, parseTime } from './time';
export type { Micros, ParsedTime } from './time';
