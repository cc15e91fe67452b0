import type { AttributeValue, InstrumentationScope } from '../otlp';
import type { GraphRun } from './graph-run';

/** Span of a run; its kind is INTERNAL unless it is given. */
export interface AgentSpan {
  readonly name: string;
  /** Index of its parent among the spans of the run; undefined for the root. */
  readonly parent: number | undefined;
  /** `SpanKind` of OTLP. */
  readonly kind?: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** Instrumentation of a framework. */
export interface Instrumentation {
  readonly scope: InstrumentationScope;
  /** Returns the spans of a run in the order in which they end. */
  readonly spans: (run: GraphRun) => readonly AgentSpan[];
}
