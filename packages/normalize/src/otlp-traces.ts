import type { Attributes, OtlpResourceSpans, OtlpScope, OtlpSpan, OtlpTraces } from '@sluice/decode';
import { ITEM_LIMITS, dashed, firstCharacters, shortened } from '@sluice/record';
import type { Micros, Observation, TraceRecord } from '@sluice/record';
import { shortNamed, shortNamedSpan } from './attribute-names';
import type { NormalizeContext } from './context';
import { isPlaceholder } from './dialects/pydantic-ai';
import { addObservation } from './merge-observations';
import { fromOtlpSpan } from './otlp-span';
import { attributeText } from './redact';
import { spanReadersFor } from './span-reader';
import type { SpanReaders, Surroundings } from './span-reader';
import type { SharedText } from './span-metadata';
import { attributesText, scopeText } from './span-text';
import { omitName } from './span-view';
import type { SpanView } from './span-view';
import { splitRecord } from './split-record';
import { noTraceFields, toTraceUpdates } from './merge-trace-fields';
import type { MergedTraceFields } from './merge-trace-fields';

/** Number of warnings that are listed; further ones are only counted. */
const MAX_WARNINGS = 10;

/** Records of one OTLP request, and the warnings for its sender. */
export interface NormalizedOtlp {
  readonly records: readonly TraceRecord[];
  /** Values over their limits, and spans that share an id: the first `MAX_WARNINGS`, then the number of the others. */
  readonly omitted: readonly string[];
}

/** A trace of the request while its spans are read. */
interface OpenTrace {
  readonly merged: MergedTraceFields;
  /** Tags from all portions so far: together they are limited. */
  readonly tags: Set<string>;
  readonly observations: Map<string, Observation>;
}

/** Fields that distinguish two spans with one id, unless one is a repetition or an update of the other. */
type SpanSketch = Pick<OtlpSpan, 'name' | 'kind' | 'startTime'>;

/** State of one request while it is read. */
interface OpenRequest {
  readonly context: NormalizeContext;
  readonly readers: SpanReaders;
  readonly traces: Map<string, OpenTrace>;
  /** Tags of traces from earlier portions; only traces with tags. */
  readonly tags: Map<string, Set<string>>;
  /** Sketches of the spans of all portions so far, by trace, then by span id; they distinguish spans that share an id. */
  readonly seen: Map<string, Map<string, SpanSketch>>;
  readonly repeatable: { length: number };
  /** Warnings for the sender, and the number of further ones. */
  readonly warnings: string[];
  unnamed: number;
}

/**
 * Converts one OTLP request, which may arrive in portions, into records. Each portion becomes one record a trace, traces in the order first
 * seen, spans sent twice merged in the order of the request (spec 4.8, contract: OTLP). Portions are merged as requests are, so the ids of
 * `context` have to ascend for the later portion to win.
 */
export class OtlpNormalizer {
  readonly #request: OpenRequest;

  constructor(context: NormalizeContext) {
    this.#request = {
      context,
      readers: spanReadersFor(context.prefixes),
      traces: new Map(),
      tags: new Map(),
      seen: new Map(),
      repeatable: { length: context.limits.repeatedLength },
      warnings: [],
      unnamed: 0,
    };
  }

  /** Returns the records of the next portion. */
  records(portion: readonly OtlpResourceSpans[]): readonly TraceRecord[] {
    const request = this.#request;
    for (const resourceSpans of portion) readResource(resourceSpans, request);
    const records: TraceRecord[] = [];
    for (const [traceId, trace] of request.traces) {
      records.push(...toRecords(traceId, trace, request.context));
      if (trace.tags.size > 0) request.tags.set(traceId, trace.tags);
    }
    request.traces.clear();
    return records;
  }

  /** Values over their limits, and spans that share an id, so far: the first `MAX_WARNINGS`, then the number of the others. */
  get omitted(): readonly string[] {
    const { warnings, unnamed } = this.#request;
    return unnamed === 0 ? warnings : [...warnings, `and ${unnamed} more`];
  }
}

/** Converts a request that arrived as one portion; returns its records and the warnings for its sender. */
export function normalizeOtlp(traces: Pick<OtlpTraces, 'resourceSpans'>, context: NormalizeContext): NormalizedOtlp {
  const normalizer = new OtlpNormalizer(context);
  return { records: normalizer.records(traces.resourceSpans), omitted: normalizer.omitted };
}

function readResource({ resource: sent, scopeSpans }: OtlpResourceSpans, request: OpenRequest): void {
  const { readers, context } = request;
  const { attributeNameLength } = context.limits;
  const tooLong: string[] = [];
  const resource = shortNamed(sent, attributeNameLength, tooLong);
  const ofResource: SharedText = { key: 'resourceAttributes', text: attributesText(resource.attributes), tooLong };
  const around = readers.surroundings(resource.attributes);
  const service = serviceOf(resource.attributes);
  for (const { scope: sentScope, spans } of scopeSpans) {
    const ofScope: string[] = [];
    const scope = shortNamed(sentScope, attributeNameLength, ofScope);
    const shared = [ofResource, { key: 'scope', text: scopeText(scope), tooLong: ofScope }];
    for (const span of spans) {
      if (!isPlaceholder(span.attributes))
        readSpan(span, { resource: resource.attributes, service, around, scope, shared }, request);
    }
  }
}

const SERVICE = 'service.name';

/** Returns the service of a resource (contract: Filter expressions): a text, or the JSON of another value; undefined without one. */
function serviceOf(resource: Attributes): string | undefined {
  const value = resource.get(SERVICE) ?? undefined;
  if (value === undefined) return undefined;
  return firstCharacters(typeof value === 'string' ? value : attributeText(SERVICE, value), ITEM_LIMITS.service);
}

/** Inputs that the spans of one scope of one resource share. */
interface Shared {
  readonly resource: Attributes;
  readonly service: string | undefined;
  readonly around: Surroundings;
  readonly scope: OtlpScope;
  readonly shared: readonly SharedText[];
}

function readSpan(sent: OtlpSpan, { resource, service, around, scope, shared }: Shared, request: OpenRequest): void {
  const { readers, context, repeatable } = request;
  const { attributeNameLength } = context.limits;
  const tooLong: string[] = [];
  const span = shortNamedSpan(sent, attributeNameLength, tooLong);
  const trace = openTrace(request, span.traceId);
  const found = readers.detect(span.attributes, span.events, around);
  const view: SpanView = {
    span,
    resource,
    service,
    scope,
    start: startOf(span),
    limits: context.limits,
    traceTags: trace.tags,
    repeatable,
    dialects: found.detectedDialects,
    families: found.families,
    usedKeys: new Set(),
    objects: undefined,
    usedEvents: undefined,
    omitted: undefined,
  };
  for (const name of tooLong) omitName(view, name);
  const { observation, tags } = fromOtlpSpan(
    view,
    readers.readerFor(view, found),
    shared,
    trace.merged,
    context.receivedAt,
  );
  for (const tag of tags) trace.tags.add(tag);
  addObservation(trace.observations, observation);
  if (isOfAnother(sent, request.seen)) warn(request, span, OF_ANOTHER);
  for (const [name, reason] of view.omitted ?? []) warn(request, span, `${shortened(name)} ${reason}`);
}

/** Start of a span; for a span with an end alone, its end. */
function startOf({ startTime, endTime }: OtlpSpan): Micros | undefined {
  return startTime > 0 ? startTime : endTime > 0 ? endTime : undefined;
}

function openTrace({ traces, tags }: OpenRequest, traceId: string): OpenTrace {
  let trace = traces.get(traceId);
  if (trace === undefined) {
    trace = { merged: noTraceFields(), tags: tags.get(traceId) ?? new Set(), observations: new Map() };
    traces.set(traceId, trace);
  }
  return trace;
}

function toRecords(traceId: string, trace: OpenTrace, context: NormalizeContext): readonly TraceRecord[] {
  const recordId = context.newRecordId();
  const record: TraceRecord = {
    kind: 'trace',
    recordId,
    receivedAt: context.receivedAt,
    traceId: dashed(traceId),
    updates: toTraceUpdates(trace.merged, context.receivedAt, recordId),
    tags: [...trace.tags],
    observations: [...trace.observations.values()],
  };
  return splitRecord(record, context);
}

const OF_ANOTHER = 'has the id of another span of this request; where both have a value, that of the later one is kept';

/** Whether another span of the request has the same id (contract: OTLP). */
function isOfAnother({ traceId, spanId, name, kind, startTime }: OtlpSpan, seen: OpenRequest['seen']): boolean {
  let spans = seen.get(traceId);
  if (spans === undefined) seen.set(traceId, (spans = new Map<string, SpanSketch>()));
  const first = spans.get(spanId);
  if (first === undefined) spans.set(spanId, { name, kind, startTime });
  return first !== undefined && (first.name !== name || first.kind !== kind || first.startTime !== startTime);
}

function warn(request: OpenRequest, { spanId, traceId }: OtlpSpan, warning: string): void {
  if (request.warnings.length === MAX_WARNINGS) request.unnamed++;
  else request.warnings.push(`span ${spanId} of trace ${traceId}: ${warning}`);
}
