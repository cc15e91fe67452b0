import type { OtlpResourceSpans, OtlpSpan, OtlpTraces } from '@sluice/decode';
import { dashed } from '@sluice/record';
import type { Micros, Observation, TraceRecord } from '@sluice/record';
import type { NormalizeContext } from './context';
import { addObservation } from './observation-fold';
import { fromOtlpSpan } from './otlp-span';
import { planFor } from './plan';
import type { Plan } from './plan';
import { resourceText, scopeText } from './span-metadata';
import type { SharedTexts } from './span-metadata';
import { omit } from './span-view';
import type { SpanView } from './span-view';
import { splitRecord } from './split-record';
import { emptyTraceFold, toStatements } from './trace-fold';
import type { TraceFold } from './trace-fold';

/** How many values over their limits are told one by one. */
const MAX_TOLD = 10;
const MAX_TOLD_NAME = 100;

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
  return { records, omitted: told.more === 0 ? told.lines : [...told.lines, `and ${told.more} more`] };
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
  const inherited = plan.survey(resource.attributes, []).spoken;
  for (const { scope, spans } of scopeSpans) {
    const shared: SharedTexts = { resourceAttributes, scope: scopeText(scope, valueBytes) };
    for (const span of spans) {
      const { spoken, members } = plan.survey(span.attributes, span.events);
      const view: SpanView = {
        span,
        resource: resource.attributes,
        scope,
        start: startOf(span),
        limits: context.limits,
        spoken: spoken | inherited,
        members,
        usedKeys: new Set(),
        usedEvents: undefined,
        omitted: undefined,
      };
      readSpan(view, plan, shared, openTrace(open, span.traceId), context);
      if (view.omitted !== undefined) tell(told, view.span, view.omitted);
    }
  }
}

/** A span that only says when it ended started then. */
function startOf({ startTime, endTime }: OtlpSpan): Micros | undefined {
  return startTime > 0 ? startTime : endTime > 0 ? endTime : undefined;
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
    else omit(view, 'tags', `of the trace are more than ${context.limits.tags}; the last were left out`);
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

function tell(told: Told, span: OtlpSpan, omitted: ReadonlyMap<string, string>): void {
  for (const [name, reason] of omitted) {
    if (told.lines.length < MAX_TOLD)
      told.lines.push(`span ${span.spanId} of trace ${span.traceId}: ${name.slice(0, MAX_TOLD_NAME)} ${reason}`);
    else told.more++;
  }
}
