import { DecodeError } from './decode-error';
import { JsonAttributes } from './json-attributes';
import { isObject, parseJsonBody, type Unchecked } from './json-body';
import { enumValue, hexId, listOf, microsOf, objectOf, textOf, uint32 } from './json-fields';
import type { Limits } from './limits';
import type { OtlpEvent, OtlpLink, OtlpResourceSpans, OtlpScopeSpans, OtlpSpan, OtlpTraces } from './otlp';
import {
  acceptedTime,
  isSpanId,
  isTraceId,
  parentOf,
  SPAN_ID_RULE,
  spanKind,
  statusCode,
  TRACE_ID_RULE,
} from './otlp-rules';
import { OtlpTally } from './otlp-tally';

const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'];

/**
 * Reads a JSON `ExportTraceServiceRequest` (OTLP 1.11, "JSON Protobuf Encoding"), member names in lowerCamelCase or
 * snake_case. Unknown members are ignored. A span with a bad id or a member of the wrong structure is refused alone;
 * when all are, `accepted` is 0 and `rejected` is not.
 * @throws DecodeError `invalid` for what is not JSON or has a wrong structure above the spans, naming the place,
 * `too-large` beyond the limits; nothing else
 */
export function decodeOtlpJson(body: Buffer, limits: Limits): OtlpTraces {
  const request = parseJsonBody(body, limits);
  if (!isObject(request)) throw new DecodeError('invalid', 'the body must be a JSON object with resourceSpans');
  const tally = new OtlpTally(limits);
  const reader = new RequestReader(tally, new JsonAttributes(tally, limits.nesting));
  return tally.result(reader.read(request));
}

class RequestReader {
  readonly #tally: OtlpTally;
  readonly #attributes: JsonAttributes;

  constructor(tally: OtlpTally, attributes: JsonAttributes) {
    this.#tally = tally;
    this.#attributes = attributes;
  }

  read(request: Unchecked): readonly OtlpResourceSpans[] {
    const list = request.resourceSpans ?? request.resource_spans;
    const other = ['resourceLogs', 'resourceMetrics'].find((name) => Array.isArray(request[name]));
    if (other !== undefined && list === undefined) {
      throw new DecodeError('invalid', `the body must be an OTLP trace export with resourceSpans; it has ${other}`);
    }
    return listOf(list, 'resourceSpans').map((raw, index) => this.#resourceSpans(raw, `resourceSpans[${index}]`));
  }

  #resourceSpans(raw: unknown, path: string): OtlpResourceSpans {
    this.#tally.addPart();
    const fields = objectOf(raw, path);
    const resource = objectOf(fields.resource, `${path}.resource`);
    const scopeSpans = listOf(fields.scopeSpans ?? fields.scope_spans, `${path}.scopeSpans`);
    return {
      resource: { attributes: this.#attributes.read(resource, `${path}.resource.attributes`) },
      scopeSpans: scopeSpans.map((scope, index) => this.#scopeSpans(scope, `${path}.scopeSpans[${index}]`)),
    };
  }

  #scopeSpans(raw: unknown, path: string): OtlpScopeSpans {
    this.#tally.addPart();
    const fields = objectOf(raw, path);
    const scope = objectOf(fields.scope, `${path}.scope`);
    const spans: OtlpSpan[] = [];
    for (const [index, span] of listOf(fields.spans, `${path}.spans`).entries()) {
      this.#tally.addSpan();
      try {
        spans.push(this.#span(span));
      } catch (error) {
        if (!(error instanceof DecodeError) || error.kind !== 'invalid') throw error;
        this.#tally.reject(`${path}.spans[${index}]: ${error.message}`);
      }
    }
    return {
      scope: {
        name: textOf(scope.name, `${path}.scope.name`),
        version: textOf(scope.version, `${path}.scope.version`),
        attributes: this.#attributes.read(scope, `${path}.scope.attributes`),
      },
      spans,
    };
  }

  /** @throws DecodeError naming the member, relative to the span */
  #span(raw: unknown): OtlpSpan {
    const span = objectOf(raw, 'span');
    const traceId = hexId(span.traceId ?? span.trace_id, 16);
    const spanId = hexId(span.spanId ?? span.span_id, 8);
    if (!isTraceId(traceId)) throw new DecodeError('invalid', TRACE_ID_RULE);
    if (!isSpanId(spanId)) throw new DecodeError('invalid', SPAN_ID_RULE);
    const status = objectOf(span.status, 'status');
    return {
      traceId,
      spanId,
      parentSpanId: parentOf(hexId(span.parentSpanId ?? span.parent_span_id, 8), spanId),
      name: textOf(span.name, 'name'),
      kind: spanKind(enumValue(span.kind, 'SPAN_KIND_', SPAN_KINDS)),
      startTime: acceptedTime(microsOf(span.startTimeUnixNano ?? span.start_time_unix_nano)),
      endTime: acceptedTime(microsOf(span.endTimeUnixNano ?? span.end_time_unix_nano)),
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
    return {
      name: textOf(event.name, `${path}.name`),
      time: acceptedTime(microsOf(event.timeUnixNano ?? event.time_unix_nano)),
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
