export type { DailyMetrics, DailyQuery, Day, DailyModelUsage } from './daily';
export type {
  MetricAggregation,
  MetricLabelsQuery,
  MetricNames,
  MetricQuery,
  MetricResult,
  MetricSeries,
  MetricStep,
  MetricValue,
} from './metric';
export type { DuringRead } from './database';
export { readPoolConfig } from '../session/pool-config';
export type { ReadPoolOptions } from '../session/pool-config';
export { isPacked, joinPieces } from './packed-texts';
export { createReadStore } from './postgres-store';
export type { ProjectStore, ReadStore } from './postgres-store';
export type { SearchTime, TraceSearch, TraceSearchQuery } from './search';
export type { TraceMatch } from './trace-match';
export type {
  ListedSession,
  Session,
  SessionDetail,
  SessionListQuery,
  SessionQuery,
  SessionSummary,
  SessionScan,
  SessionScanQuery,
} from './session';
export type { ObservationCondition } from './observation-condition';
export type {
  ListedObservation,
  ObservationCursor,
  ObservationList,
  ObservationListQuery,
  ObservationText,
} from './observation-list';
export type {
  ObservationFigures,
  ObservationGroup,
  ObservationGroups,
  ObservationGroupsQuery,
  Percentiles,
} from './observation-group';
export { StoreUnavailableError } from './store-error';
export type { Score } from './answered-score';
export type { ListedScore, ScoreComparison, ScoreCursor, ScoreFilter, ScoreList, ScoreListQuery } from './score';
export type { TraceComparison, TraceComparisonQuery, TraceDifference } from './compare-traces';
export type { TraceCondition } from './trace-condition';
export type { TraceGroup, TraceGroups, TraceGroupsQuery } from './trace-groups';
export type { TraceHistogram, TraceHistogramQuery } from './trace-histogram';
export type { TraceValuesQuery } from './trace-values';
export type {
  DetailQuery,
  Extras,
  FieldFilter,
  FoundObservations,
  Held,
  Versioned,
  ListPlan,
  LongText,
  PackedText,
  Observation,
  ObservationDetail,
  ObservationsQuery,
  Page,
  Portions,
  StoredText,
  TokenSums,
  TimeWindow,
  Trace,
  TraceDetail,
  TraceFilter,
  TraceIo,
  TraceList,
  TraceListItem,
  TraceListQuery,
  TraceOrder,
  TraceFailure,
  TraceSummary,
  TraceSelection,
} from './trace';
