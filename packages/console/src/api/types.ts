import type { components } from '../../generated/api';

type Schemas = components['schemas'];

/** A trace as the list has it. */
export type ListedTrace = Schemas['Trace'];

/** An observation without its texts, which come with the one that is selected. */
export type CoreObservation = Schemas['CoreObservation'];

/** A session as the list has it. */
export type ListedSession = Schemas['ListedSession'];

/** Tokens and cost of a day in UTC. */
export type UsageDay = Schemas['DailyMetricsItem'];

/** Traces by time, and where it is asked for by latency. */
export type TraceHistogram = Schemas['TraceHistogram'];

/** Series of a metric. */
export type MetricResult = Schemas['MetricResult'];

/** Traces that have the same value in a field. */
export type TraceGroup = Schemas['TraceGroup'];
