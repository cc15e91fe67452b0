import { DecodeError } from './decode-error';
import { JsonAttributes } from './json-attributes';
import { rawBody, elementsOf, isObject, RawJson, openElement, type Opened, type Unchecked } from './json-body';
import { enumValue, hexId, listOf, objectOf, spanTime, textOf, uint32 } from './json-fields';
import type { Limits } from './limits';
import {
  type OtlpEvent,
  type OtlpLink,
  type OtlpPortions,
  type OtlpResourceSpans,
  type OtlpSpan,
  type OtlpTraces,
  wholeRequest,
} from './otlp';
import { listOfOther } from './other-signal';
import { OtlpPortion } from './otlp-portion';
import {
  isSpanId,
  isTraceId,
  parentOf,
  readTime,
  SPAN_ID_RULE,
  spanKind,
  statusCode,
  TRACE_ID_RULE,
  unreadTime,
} from './otlp-rules';
import { SCOPE_LISTS, scopeMember } from './otlp-scopes';
import { OtlpTally, SPANS } from './otlp-tally';

/** The portions of a part of a request. */
type PortionsSoFar = Generator<readonly OtlpResourceSpans[], void>;

const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'];

/**
 * Reads a JSON `ExportTraceServiceRequest` (OTLP 1.11, "JSON Protobuf Encoding"), member names in lowerCamelCase or
 * snake_case. Unknown members are ignored. A span with a bad id or a member of the wrong structure is refused alone;
 * when all are, `accepted` is 0 and `rejected` is not.
 * @throws DecodeError `invalid` for what is not JSON or has a wrong structure above the spans, naming the place,
 * `too-large` beyond the limits; nothing else. What is wrong may be found after the first portions.
 */
export function* otlpJsonPortions(body: Buffer, limits: Limits): OtlpPortions {
  const request = rawBody(body, limits).open('the body', ...RESOURCE_SPANS);
  if (!isObject(request.value)) throw new DecodeError('invalid', 'the body must be a JSON object with resourceSpans');
  const reader = new RequestReader(limits);
  return yield* reader.read(request.value, request);
}

/** As `otlpJsonPortions`, all at once. */
export const decodeOtlpJson = (body: Buffer, limits: Limits): OtlpTraces =>
  wholeRequest(otlpJsonPortions(body, limits));

/** The lists that are read element by element, by both spellings. */
const RESOURCE_SPANS = ['resourceSpans', 'resource_spans'] as const;
const SPAN_LIST = ['spans'] as const;

class RequestReader {
  readonly #tally: OtlpTally;
  readonly #attributes: JsonAttributes;
  readonly #portion = new OtlpPortion();

  constructor(limits: Limits) {
    this.#tally = new OtlpTally(limits, SPANS);
    this.#attributes = new JsonAttributes(this.#tally, limits.nesting);
  }

  *read(request: Unchecked, opened: Opened): OtlpPortions {
    const other = listOfOther(request, 'traces');
    if (other !== undefined) {
      throw new DecodeError('invalid', `the body must be an OTLP trace export with resourceSpans; it has ${other}`);
    }
    let index = 0;
    for (const raw of elementsOf(opened, 'resourceSpans', RESOURCE_SPANS)) {
      yield* this.#resourceSpans(raw, `resourceSpans[${index++}]`);
    }
    yield this.#portion.take();
    return this.#tally.counts;
  }

  *#resourceSpans(raw: unknown, path: string): PortionsSoFar {
    this.#tally.addPart();
    const opened = this.#open(raw, path, SCOPE_LISTS.traces);
    const fields = objectOf(opened.value, path);
    const resource = objectOf(fields.resource, `${path}.resource`);
    this.#portion.resource(this.#attributes.read(resource, `${path}.resource.attributes`));
    let index = 0;
    for (const scope of elementsOf(opened, `${path}.scopeSpans`, SCOPE_LISTS.traces)) {
      yield* this.#scopeSpans(scope, `${path}.scopeSpans[${index++}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  *#scopeSpans(raw: unknown, path: string): PortionsSoFar {
    this.#tally.addPart();
    const opened = this.#open(raw, path, SPAN_LIST);
    const fields = objectOf(opened.value, path);
    const scope = objectOf(scopeMember(fields), `${path}.scope`);
    this.#portion.scope({
      name: textOf(scope.name, `${path}.scope.name`),
      version: textOf(scope.version, `${path}.scope.version`),
      attributes: this.#attributes.read(scope, `${path}.scope.attributes`),
    });
    let index = 0;
    for (const span of elementsOf(opened, `${path}.spans`, SPAN_LIST)) {
      this.#readSpan(span, `${path}.spans[${index++}]`);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  #readSpan(raw: unknown, path: string): void {
    this.#tally.addItem();
    const { value } = this.#open(raw, path, []);
    try {
      this.#portion.span(this.#span(value));
    } catch (error) {
      if (!(error instanceof DecodeError) || error.kind !== 'invalid') throw error;
      this.#tally.reject(`${path}: ${error.message}`);
    }
  }

  #open(raw: unknown, path: string, lists: readonly string[]): Opened {
    const opened = openElement(raw, path, ...lists);
    if (raw instanceof RawJson && opened.lists.size === 0) this.#portion.grow(raw.bytes);
    return opened;
  }

  /** @throws DecodeError naming the member, relative to the span */
  #span(raw: unknown): OtlpSpan {
    const span = objectOf(raw, 'span');
    const traceId = hexId(span.traceId ?? span.trace_id, 16);
    const spanId = hexId(span.spanId ?? span.span_id, 8);
    if (!isTraceId(traceId)) throw new DecodeError('invalid', TRACE_ID_RULE);
    if (!isSpanId(spanId)) throw new DecodeError('invalid', SPAN_ID_RULE);
    const status = objectOf(span.status, 'status');
    const start = spanTime(span.startTimeUnixNano ?? span.start_time_unix_nano);
    const end = spanTime(span.endTimeUnixNano ?? span.end_time_unix_nano);
    return {
      traceId,
      spanId,
      parentSpanId: parentOf(hexId(span.parentSpanId ?? span.parent_span_id, 8), spanId),
      name: textOf(span.name, 'name'),
      kind: spanKind(enumValue(span.kind, 'SPAN_KIND_', SPAN_KINDS)),
      startTime: readTime(start),
      endTime: readTime(end),
      unreadStart: unreadTime(start),
      unreadEnd: unreadTime(end),
      attributes: this.#attributes.read(span, 'attributes'),
      events: listOf(span.events, 'events').map((event, index) => this.#event(event, `events[${index}]`)),
      links: listOf(span.links, 'links').flatMap((link, index) => this.#link(link, `links[${index}]`)),
      statusCode: statusCode(enumValue(status.code, 'STATUS_CODE_', STATUS_CODES)),
      statusMessage: textOf(status.message, 'status.message'),
      dropped:
        uint32(span.droppedAttributesCount ?? span.dropped_attributes_count) +
        uint32(span.droppedEventsCount ?? span.dropped_events_count) +
        uint32(span.droppedLinksCount ?? span.dropped_links_count),
    };
  }

  #event(raw: unknown, path: string): OtlpEvent {
    this.#tally.addPart();
    const event = objectOf(raw, path);
    const time = spanTime(event.timeUnixNano ?? event.time_unix_nano);
    return {
      name: textOf(event.name, `${path}.name`),
      time: readTime(time),
      unreadTime: unreadTime(time),
      attributes: this.#attributes.read(event, `${path}.attributes`),
    };
  }

  /** A link without two valid ids points nowhere and is left out. */
  #link(raw: unknown, path: string): OtlpLink[] {
    this.#tally.addPart();
    const link = objectOf(raw, path);
    const traceId = hexId(link.traceId ?? link.trace_id, 16);
    const spanId = hexId(link.spanId ?? link.span_id, 8);
    const attributes = this.#attributes.read(link, `${path}.attributes`);
    return isTraceId(traceId) && isSpanId(spanId) ? [{ traceId, spanId, attributes }] : [];
  }
}
