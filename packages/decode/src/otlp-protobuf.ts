import { ProtobufAttributes } from './protobuf-attributes';
import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import {
  type AttributeValue,
  type OtlpEvent,
  type OtlpLink,
  type OtlpPortions,
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  type OtlpTraces,
  type SentTime,
  wholeRequest,
} from './otlp';
import { isMetric, isOfLog, isOfMetric, isText, looksLike } from './other-signal';
import { OtlpPortion } from './otlp-portion';
import {
  isAcceptedTime,
  isSpanId,
  isTraceId,
  NO_ATTRIBUTES,
  NO_SCOPE,
  parentOf,
  readTime,
  SPAN_ID_RULE,
  spanKind,
  statusCode,
  TRACE_ID_RULE,
  unreadTime,
} from './otlp-rules';
import { LIBRARIES_TAG, SCOPES_TAG } from './otlp-scopes';
import { OtlpTally, SPANS } from './otlp-tally';
import { damagedProtobuf } from './protobuf-damage';
import { WireReader } from './wire-reader';

/** The portions of a part of a request. */
type PortionsSoFar = Generator<readonly OtlpResourceSpans[], void>;

/**
 * Reads a protobuf `ExportTraceServiceRequest` (OTLP 1.11, proto/opentelemetry). No bytes are the valid empty request.
 * Unknown fields and fields of another wire type are skipped. A span with a bad id is refused alone; when all are,
 * `accepted` is 0 and `rejected` is not.
 * @throws DecodeError `invalid` for bytes that are no such message, `too-large` beyond the limits; nothing else. What is
 * wrong may be found after the first portions.
 */
export function* otlpProtobufPortions(body: Buffer, limits: Limits): OtlpPortions {
  const request = new RequestReader(body, limits);
  try {
    return yield* request.read();
  } catch (cause) {
    throw damagedProtobuf('ExportTraceServiceRequest', body, request.position, cause);
  }
}

/** As `otlpProtobufPortions`, all at once. */
export const decodeOtlpProtobuf = (body: Buffer, limits: Limits): OtlpTraces =>
  wholeRequest(otlpProtobufPortions(body, limits));

/**
 * Straight from the bytes to the product's own types. The cases are tags, `field number << 3 | wire type` (0 varint,
 * 1 fixed64, 2 length-delimited). As protobuf asks, of a scalar field sent twice the last one stays. What holds a list
 * is looked through before its list is read: a resource may stand after its spans.
 */
class RequestReader {
  readonly #wire: WireReader;
  readonly #tally: OtlpTally;
  readonly #attributes: ProtobufAttributes;
  readonly #portion = new OtlpPortion();
  readonly #limits: Limits;
  /** What a refused span looks like. */
  #other: 'logs' | 'metrics' | undefined;

  constructor(body: Buffer, limits: Limits) {
    this.#limits = limits;
    this.#wire = new WireReader(body);
    this.#tally = new OtlpTally(limits, SPANS);
    this.#attributes = new ProtobufAttributes(this.#wire, this.#tally, limits.nesting);
  }

  get position(): number {
    return this.#wire.position;
  }

  *read(): OtlpPortions {
    const wire = this.#wire;
    let index = 0;
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === ((1 << 3) | 2)) yield* this.#resourceSpans(`resourceSpans[${index++}]`);
      else wire.skip(tag);
    }
    const { counts } = this.#tally;
    if (this.#other !== undefined && counts.accepted === 0) {
      throw new DecodeError('invalid', `the body must be an OTLP trace export; ${looksLike(this.#other)}`);
    }
    yield this.#portion.take();
    return counts;
  }

  *#resourceSpans(path: string): PortionsSoFar {
    const wire = this.#wire;
    let attributes = NO_ATTRIBUTES;
    const scopes: number[] = [];
    const libraries: number[] = [];
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          attributes = this.#attributes.resource();
          break;
        case SCOPES_TAG:
        case LIBRARIES_TAG:
          this.#tally.addPart();
          (tag === SCOPES_TAG ? scopes : libraries).push(wire.position);
          wire.skip(tag);
          break;
        default:
          wire.skip(tag);
      }
    }
    this.#portion.resource(attributes);
    const end = wire.position;
    for (const [index, at] of (scopes.length > 0 ? scopes : libraries).entries()) {
      wire.goTo(at);
      yield* this.#scopeSpans(`${path}.scopeSpans[${index}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
    wire.goTo(end);
    wire.leave(outer);
  }

  *#scopeSpans(path: string): PortionsSoFar {
    const wire = this.#wire;
    let scope = NO_SCOPE;
    const spans: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 2:
          scope = this.#scope();
          break;
        case (2 << 3) | 2:
          this.#tally.addItem();
          spans.push(wire.position);
          wire.skip(tag);
          break;
        default:
          wire.skip(tag);
      }
    }
    this.#portion.scope(scope);
    const end = wire.position;
    for (const [index, at] of spans.entries()) {
      wire.goTo(at);
      this.#readSpan(`${path}.spans[${index}]`);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    if (this.#portion.isFull) yield this.#portion.take();
    wire.goTo(end);
    wire.leave(outer);
  }

  #readSpan(path: string): void {
    const begin = this.#wire.position;
    const span = this.#span(path);
    if (typeof span === 'string') this.#tally.reject(`${path}: ${span}`);
    else this.#portion.span(span);
    this.#portion.grow(this.#wire.position - begin);
  }

  #scope(): OtlpScope {
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
  #span(path: string): OtlpSpan | string {
    const wire = this.#wire;
    let traceId = '';
    let spanId = '';
    let parentSpanId = '';
    let name = '';
    let kind = 0;
    let start: SentTime = 0;
    let end: SentTime = 0;
    let code = 0;
    let statusMessage = '';
    let dropped = 0;
    const attributes = new Map<string, AttributeValue>();
    const events: OtlpEvent[] = [];
    const links: OtlpLink[] = [];
    let other: 'logs' | 'metrics' | undefined;
    const outer = wire.enter();
    if (wire.left > this.#limits.itemBytes) {
      throw new DecodeError('too-large', `${path} must not exceed ${this.#limits.itemBytes} bytes`);
    }
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
          start = this.#time();
          break;
        case (8 << 3) | 1:
          end = this.#time();
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
          if (isOfLog(tag)) other = 'logs';
          else if (isOfMetric(tag)) other = 'metrics';
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    const isTimed = start !== 0 || end !== 0;
    if (!isTimed && isText(traceId)) other ??= 'metrics';
    this.#other ??= other;
    if (!isTraceId(traceId)) return TRACE_ID_RULE;
    if (!isSpanId(spanId)) return SPAN_ID_RULE;
    if (!isTimed && isMetric({ traceId, spanId, name })) return looksLike('metrics');
    return {
      traceId,
      spanId,
      parentSpanId: parentOf(parentSpanId, spanId),
      name,
      kind: spanKind(kind),
      startTime: readTime(start),
      endTime: readTime(end),
      unreadStart: unreadTime(start),
      unreadEnd: unreadTime(end),
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
    let time: SentTime = 0;
    let name = '';
    let attributes: Map<string, AttributeValue> | undefined;
    this.#tally.addPart();
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case (1 << 3) | 1:
          time = this.#time();
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
    return {
      name,
      time: readTime(time),
      unreadTime: unreadTime(time),
      attributes: attributes ?? NO_ATTRIBUTES,
    };
  }

  /** A time of the accepted years; what lies beyond them by its digits, as JSON has it. */
  #time(): SentTime {
    const micros = this.#wire.microsOfFixed64();
    return isAcceptedTime(micros) ? micros : this.#wire.digitsOfLast64();
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
