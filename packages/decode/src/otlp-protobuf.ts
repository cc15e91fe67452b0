import { ProtobufAttributes } from './protobuf-attributes';
import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import type {
  Attributes,
  AttributeValue,
  OtlpEvent,
  OtlpLink,
  OtlpResourceSpans,
  OtlpScopeSpans,
  OtlpSpan,
  OtlpTraces,
} from './otlp';
import {
  acceptedTime,
  isSpanId,
  isTraceId,
  NO_ATTRIBUTES,
  NO_SCOPE,
  parentOf,
  SPAN_ID_RULE,
  spanKind,
  statusCode,
  TRACE_ID_RULE,
} from './otlp-rules';
import { OtlpTally } from './otlp-tally';
import { WireReader } from './wire-reader';

/**
 * Reads a protobuf `ExportTraceServiceRequest` (OTLP 1.11, proto/opentelemetry). No bytes are the valid empty request.
 * Unknown fields and fields of another wire type are skipped. A span with a bad id is refused alone; when all are,
 * `accepted` is 0 and `rejected` is not.
 * @throws DecodeError `invalid` for bytes that are no such message, `too-large` beyond the limits; nothing else
 */
export function decodeOtlpProtobuf(body: Buffer, limits: Limits): OtlpTraces {
  const request = new RequestReader(body, limits);
  try {
    return request.read();
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    const hint = /^\s*[{[]/.test(body.toString('latin1', 0, 20))
      ? '; it looks like JSON: send it as application/json'
      : '';
    const message = `the body must be a protobuf ExportTraceServiceRequest: damaged before byte ${request.position}${hint}`;
    throw new DecodeError('invalid', message, { cause });
  }
}

/**
 * One pass over the bytes, straight to the product's own types. The cases are tags, `field number << 3 | wire type`
 * (0 varint, 1 fixed64, 2 length-delimited). As protobuf asks, of a scalar field sent twice the last one stays.
 */
class RequestReader {
  readonly #wire: WireReader;
  readonly #tally: OtlpTally;
  readonly #attributes: ProtobufAttributes;
  /** Whether a refused span has a fixed64 where a LogRecord has its times and a Span has bytes or messages. */
  #likeLogs = false;

  constructor(body: Buffer, limits: Limits) {
    this.#wire = new WireReader(body);
    this.#tally = new OtlpTally(limits);
    this.#attributes = new ProtobufAttributes(this.#wire, this.#tally, limits.nesting);
  }

  get position(): number {
    return this.#wire.position;
  }

  read(): OtlpTraces {
    const wire = this.#wire;
    const resourceSpans: OtlpResourceSpans[] = [];
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) resourceSpans.push(this.#resourceSpans(resourceSpans.length));
      else wire.skip(tag);
    }
    const traces = this.#tally.result(resourceSpans);
    if (this.#likeLogs && traces.accepted === 0) {
      throw new DecodeError('invalid', 'the body must be an OTLP trace export; it looks like an export of logs');
    }
    return traces;
  }

  #resourceSpans(index: number): OtlpResourceSpans {
    const wire = this.#wire;
    let attributes = NO_ATTRIBUTES;
    const scopeSpans: OtlpScopeSpans[] = [];
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          attributes = this.#resource();
          break;
        case (2 << 3) | 2:
          scopeSpans.push(this.#scopeSpans(index, scopeSpans.length));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { resource: { attributes }, scopeSpans };
  }

  #resource(): Attributes {
    const wire = this.#wire;
    const attributes = new Map<string, AttributeValue>();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) this.#attributes.readInto(attributes);
      else wire.skip(tag);
    }
    wire.leave(outer);
    return attributes;
  }

  #scopeSpans(resourceIndex: number, index: number): OtlpScopeSpans {
    const wire = this.#wire;
    let scope = NO_SCOPE;
    const spans: OtlpSpan[] = [];
    let count = 0;
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          scope = this.#scope();
          break;
        case (2 << 3) | 2: {
          const span = this.#span();
          if (typeof span !== 'string') spans.push(span);
          else this.#tally.reject(`resourceSpans[${resourceIndex}].scopeSpans[${index}].spans[${count}]: ${span}`);
          count++;
          break;
        }
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { scope, spans };
  }

  #scope(): OtlpScopeSpans['scope'] {
    const wire = this.#wire;
    let name = '';
    let version = '';
    const attributes = new Map<string, AttributeValue>();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          name = wire.text();
          break;
        case (2 << 3) | 2:
          version = wire.text();
          break;
        case (3 << 3) | 2:
          this.#attributes.readInto(attributes);
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { name, version, attributes };
  }

  /** A span, or why it cannot be stored. */
  #span(): OtlpSpan | string {
    const wire = this.#wire;
    let traceId = '';
    let spanId = '';
    let parentSpanId = '';
    let name = '';
    let kind = 0;
    let startTime = 0;
    let endTime = 0;
    let code = 0;
    let statusMessage = '';
    let dropped = 0;
    const attributes = new Map<string, AttributeValue>();
    const events: OtlpEvent[] = [];
    const links: OtlpLink[] = [];
    let likeLog = false;
    this.#tally.addSpan();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          traceId = wire.hex();
          break;
        case (2 << 3) | 2:
          spanId = wire.hex();
          break;
        case (4 << 3) | 2:
          parentSpanId = wire.hex();
          break;
        case (5 << 3) | 2:
          name = wire.text();
          break;
        case (6 << 3) | 0:
          kind = wire.varint();
          break;
        case (7 << 3) | 1:
          startTime = wire.microsOfFixed64();
          break;
        case (8 << 3) | 1:
          endTime = wire.microsOfFixed64();
          break;
        case (9 << 3) | 2:
          this.#attributes.readInto(attributes);
          break;
        case (11 << 3) | 2:
          events.push(this.#event());
          break;
        case (13 << 3) | 2:
          this.#link(links);
          break;
        case (10 << 3) | 0:
        case (12 << 3) | 0:
        case (14 << 3) | 0:
          dropped += wire.varint();
          break;
        case (15 << 3) | 2: {
          const statusOuter = wire.enter();
          while (wire.more()) {
            const statusTag = wire.varint();
            if (statusTag === ((2 << 3) | 2)) statusMessage = wire.text();
            else if (statusTag === ((3 << 3) | 0)) code = wire.varint();
            else wire.skip(statusTag);
          }
          wire.leave(statusOuter);
          break;
        }
        default:
          likeLog ||= tag === ((1 << 3) | 1) || tag === ((11 << 3) | 1);
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    this.#likeLogs ||= likeLog;
    if (!isTraceId(traceId)) return TRACE_ID_RULE;
    if (!isSpanId(spanId)) return SPAN_ID_RULE;
    return {
      traceId,
      spanId,
      parentSpanId: parentOf(parentSpanId, spanId),
      name,
      kind: spanKind(kind),
      startTime: acceptedTime(startTime),
      endTime: acceptedTime(endTime),
      attributes,
      events,
      links,
      statusCode: statusCode(code),
      statusMessage,
      dropped,
    };
  }

  /** Without a map of its own while it has no attributes: a small body can hold a million events. */
  #event(): OtlpEvent {
    const wire = this.#wire;
    let time = 0;
    let name = '';
    let attributes: Map<string, AttributeValue> | undefined;
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 1:
          time = wire.microsOfFixed64();
          break;
        case (2 << 3) | 2:
          name = wire.text();
          break;
        case (3 << 3) | 2:
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { name, time: acceptedTime(time), attributes: attributes ?? NO_ATTRIBUTES };
  }

  /** A link without two valid ids points nowhere and is left out. */
  #link(links: OtlpLink[]): void {
    const wire = this.#wire;
    let traceId = '';
    let spanId = '';
    let attributes: Map<string, AttributeValue> | undefined;
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          traceId = wire.hex();
          break;
        case (2 << 3) | 2:
          spanId = wire.hex();
          break;
        case (4 << 3) | 2:
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    if (isTraceId(traceId) && isSpanId(spanId)) {
      links.push({ traceId, spanId, attributes: attributes ?? NO_ATTRIBUTES });
    }
  }
}
