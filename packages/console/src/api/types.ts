import type { components } from '../../generated/api';

type Schemas = components['schemas'];

/** Trace in the list. */
export type ListedTrace = Schemas['Trace'];

/** Observation without its texts, which are read for the selected observation. */
export type CoreObservation = Schemas['CoreObservation'];

/** Session in the list. */
export type ListedSession = Schemas['ListedSession'];

/** Tokens and cost of a day in UTC. */
export type UsageDay = Schemas['DailyMetricsItem'];

/** Counts of traces by time, optionally by latency. */
export type TraceHistogram = Schemas['TraceHistogram'];

/** Series of a metric. */
export type MetricResult = Schemas['MetricResult'];

/** Traces with the same value in a field. */
export type TraceGroup = Schemas['TraceGroup'];
