import type { OtlpResourceSpans, OtlpScope, OtlpSpan, OtlpTraces } from '@sluice/decode';
import { dashed } from '@sluice/record';
import type { Observation, TraceRecord } from '@sluice/record';
import type { NormalizeContext } from './context';
import { addObservation } from './observation-fold';
import { fromOtlpSpan } from './otlp-span';
import { planFor } from './plan';
import type { Plan } from './plan';
import { resourceText, scopeText } from './span-metadata';
import type { SharedTexts } from './span-metadata';
import type { SpanView } from './span-view';
import { splitRecord } from './split-record';
import { emptyTraceFold, toStatements } from './trace-fold';
import type { TraceFold } from './trace-fold';

/** How many values over their limits are told one by one. */
const MAX_TOLD = 10;

/** The records of one OTLP request, and what is told to its sender. */
export interface NormalizedOtlp {
  readonly records: readonly TraceRecord[];
  /** Values over their limits: the first few, then how many more. */
  readonly omitted: readonly string[];
}

/** One trace of the request while its spans are read. */
interface OpenTrace {
  readonly fold: TraceFold;
  readonly tags: Set<string>;
  readonly observations: Map<string, Observation>;
}

/** What is not told because the list is full, counted. */
interface Told {
  readonly lines: string[];
  more: number;
}

/**
 * The records of one OTLP request: one for each trace, traces in the order first seen, spans sent twice folded in the
 * order of the request (spec 4.8, contract: OTLP).
 */
export function normalizeOtlp(traces: OtlpTraces, context: NormalizeContext): NormalizedOtlp {
  const plan = planFor(context.prefixes);
  const open = new Map<string, OpenTrace>();
  const told: Told = { lines: [], more: 0 };
  for (const resourceSpans of traces.resourceSpans) readResource(resourceSpans, plan, open, told, context);
  const records: TraceRecord[] = [];
  for (const [traceId, trace] of open) records.push(...toRecords(traceId, trace, context));
  return { records, omitted: told.more === 0 ? told.lines : [...told.lines, `and ${String(told.more)} more`] };
}

function readResource(
  { resource, scopeSpans }: OtlpResourceSpans,
  plan: Plan,
  open: Map<string, OpenTrace>,
  told: Told,
  context: NormalizeContext,
): void {
  const { valueBytes } = context.limits;
  const resourceAttributes = resourceText(resource.attributes, valueBytes);
  const inherited = plan.always | plan.spokenIn(resource.attributes, []);
  for (const { scope, spans } of scopeSpans) {
    const shared: SharedTexts = { resourceAttributes, scope: scopeText(scope, valueBytes) };
    for (const span of spans) {
      const view = viewOf(
        span,
        resource.attributes,
        scope,
        inherited | plan.spokenIn(span.attributes, span.events),
        context,
      );
      readSpan(view, plan, shared, openTrace(open, span.traceId), context);
      if (view.omitted.size > 0) tell(told, view);
    }
  }
}

function viewOf(
  span: OtlpSpan,
  resource: SpanView['resource'],
  scope: OtlpScope,
  spoken: number,
  context: NormalizeContext,
): SpanView {
  return {
    span,
    resource,
    scope,
    // A span that only says when it ended started then (spec 4.8 leaves it open; contract: Defaults).
    start: span.startTime > 0 ? span.startTime : span.endTime > 0 ? span.endTime : undefined,
    limits: context.limits,
    spoken,
    usedKeys: new Set(),
    usedEvents: new Set(),
    omitted: new Map(),
  };
}

function openTrace(open: Map<string, OpenTrace>, traceId: string): OpenTrace {
  let trace = open.get(traceId);
  if (trace === undefined) {
    trace = { fold: emptyTraceFold(), tags: new Set(), observations: new Map() };
    open.set(traceId, trace);
  }
  return trace;
}

function readSpan(view: SpanView, plan: Plan, shared: SharedTexts, trace: OpenTrace, context: NormalizeContext): void {
  const { observation, tags } = fromOtlpSpan(view, plan, shared, trace.fold, context.receivedAt);
  for (const tag of tags) {
    if (trace.tags.size < context.limits.tags || trace.tags.has(tag)) trace.tags.add(tag);
    else view.omitted.set('tags', `of the trace are more than ${String(context.limits.tags)}; the last were left out`);
  }
  addObservation(trace.observations, observation);
}

function toRecords(traceId: string, trace: OpenTrace, context: NormalizeContext): readonly TraceRecord[] {
  const recordId = context.newRecordId();
  const record: TraceRecord = {
    kind: 'trace',
    recordId,
    receivedAt: context.receivedAt,
    traceId: dashed(traceId),
    statements: toStatements(trace.fold, context.receivedAt, recordId),
    tags: [...trace.tags],
    observations: [...trace.observations.values()],
  };
  return splitRecord(record, context);
}

function tell(told: Told, { span, omitted }: SpanView): void {
  for (const [name, reason] of omitted) {
    if (told.lines.length < MAX_TOLD)
      told.lines.push(`span ${span.spanId} of trace ${span.traceId}: ${name} ${reason}`);
    else told.more++;
  }
}
