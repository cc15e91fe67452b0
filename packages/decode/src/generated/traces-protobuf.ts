// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import { DecodeError } from '../decode-error';
import type { AttributeValue, SentTime, OtlpEvent, OtlpLink, OtlpResourceSpans } from '../otlp';
import type { Portions, Reading } from '../otlp-reading';
import type { Signal } from '../otlp-response';
import { NO_ATTRIBUTES } from '../otlp-rules';
import type { OtlpTally } from '../otlp-tally';
import type { WireReader } from '../wire-reader';
import type { OtlpPortion } from '../otlp-portion';
import { traceIdFault, spanIdFault, spanOf, eventOf, linkOf, signalOfSpan, metricFault } from '../otlp-span-rules';
import { otherThanSpan } from '../other-signal';
import type { SentResource, SentInstrumentationScope } from './sent-messages';
import { ProtobufAttributes } from './attributes-protobuf';

const UNSET_RESOURCE: SentResource = { attributes: NO_ATTRIBUTES };
const UNSET_INSTRUMENTATION_SCOPE: SentInstrumentationScope = { name: '', version: '', attributes: NO_ATTRIBUTES };

/** Straight from the bytes to the product's own types; a case is a tag, `field number << 3 | wire type`. */
export class TracesProtobuf {
  readonly #wire: WireReader;
  readonly #reading: Reading<readonly OtlpResourceSpans[], OtlpPortion>;
  readonly #tally: OtlpTally;
  readonly #portion: OtlpPortion;
  readonly #attributes: ProtobufAttributes;

  constructor(wire: WireReader, reading: Reading<readonly OtlpResourceSpans[], OtlpPortion>) {
    this.#wire = wire;
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new ProtobufAttributes(wire, reading.tally, reading.limits.nesting);
  }

  *read(): Portions<readonly OtlpResourceSpans[]> {
    const wire = this.#wire;
    let index = 0;
    while (wire.more()) {
      const tag = wire.varint();
      if (tag === 10) {
        this.#tally.addPart();
        yield* this.#resourceSpans(`resourceSpans[${index++}]`);
      } else wire.skip(tag);
    }
  }

  *#resourceSpans(path: string): Portions<readonly OtlpResourceSpans[]> {
    const wire = this.#wire;
    let resource: SentResource = UNSET_RESOURCE;
    const scopeSpans: number[] = [];
    const instrumentationLibrarySpans: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // resource
          resource = this.#resource();
          break;
        case 18: // scopeSpans
          this.#tally.addPart();
          scopeSpans.push(wire.position);
          wire.skip(tag);
          break;
        case 8002: // instrumentationLibrarySpans
          this.#tally.addPart();
          instrumentationLibrarySpans.push(wire.position);
          wire.skip(tag);
          break;
        default:
          wire.skip(tag);
      }
    }
    this.#portion.resource(resource);
    const end = wire.position;
    for (const [index, at] of (scopeSpans.length > 0 ? scopeSpans : instrumentationLibrarySpans).entries()) {
      wire.goTo(at);
      yield* this.#scopeSpans(`${path}.scopeSpans[${index}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
    wire.goTo(end);
    wire.leave(outer);
  }

  *#scopeSpans(path: string): Portions<readonly OtlpResourceSpans[]> {
    const wire = this.#wire;
    let scope: SentInstrumentationScope = UNSET_INSTRUMENTATION_SCOPE;
    const spans: number[] = [];
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // scope
          scope = this.#instrumentationScope();
          break;
        case 18: // spans
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
    const read = this.#span(path);
    const bytes = this.#wire.position - begin;
    if (typeof read === 'string') {
      this.#tally.reject(`${path}: ${read}`);
      this.#portion.grow(bytes);
    } else if (read === undefined) this.#tally.skip();
    else this.#portion.add(read, bytes);
  }

  #resource() {
    const wire = this.#wire;
    let attributes: Map<string, AttributeValue> | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { attributes: attributes ?? NO_ATTRIBUTES };
  }

  #instrumentationScope() {
    const wire = this.#wire;
    let name = '';
    let version = '';
    let attributes: Map<string, AttributeValue> | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // name
          name = wire.text();
          break;
        case 18: // version
          version = wire.text();
          break;
        case 26: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return { name, version, attributes: attributes ?? NO_ATTRIBUTES };
  }

  #span(path: string) {
    const wire = this.#wire;
    let traceId = '';
    let spanId = '';
    let statusMessage = '';
    let statusCode = 0;
    let parentSpanId = '';
    let name = '';
    let kind = 0;
    let startTimeUnixNano: SentTime = 0;
    let endTimeUnixNano: SentTime = 0;
    let attributes: Map<string, AttributeValue> | undefined;
    const events: OtlpEvent[] = [];
    const links: OtlpLink[] = [];
    let dropped = 0;
    let other: Signal | undefined;
    const outer = wire.enter();
    if (wire.left > this.#reading.limits.itemBytes) {
      throw new DecodeError('too-large', `${path} must not exceed ${this.#reading.limits.itemBytes} bytes`);
    }
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // traceId
          traceId = wire.hex();
          break;
        case 18: // spanId
          spanId = wire.hex();
          break;
        case 122: {
          // status
          const inner = wire.enter();
          while (wire.more()) {
            const tag = wire.varint();
            switch (tag) {
              case 18: // message
                statusMessage = wire.text();
                break;
              case 24: // code
                statusCode = wire.varint();
                break;
              default:
                wire.skip(tag);
            }
          }
          wire.leave(inner);
          break;
        }
        case 34: // parentSpanId
          parentSpanId = wire.hex();
          break;
        case 42: // name
          name = wire.text();
          break;
        case 48: // kind
          kind = wire.varint();
          break;
        case 57: // startTimeUnixNano
          startTimeUnixNano = wire.time();
          break;
        case 65: // endTimeUnixNano
          endTimeUnixNano = wire.time();
          break;
        case 74: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        case 90: {
          // events
          this.#tally.addPart();
          const event = this.#event();
          if (event !== undefined) events.push(event);
          break;
        }
        case 106: {
          // links
          this.#tally.addPart();
          const link = this.#link();
          if (link !== undefined) links.push(link);
          break;
        }
        case 80: // droppedAttributesCount
          dropped += wire.varint();
          break;
        case 96: // droppedEventsCount
          dropped += wire.varint();
          break;
        case 112: // droppedLinksCount
          dropped += wire.varint();
          break;
        default:
          other = otherThanSpan(tag) ?? other;
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    const sent = {
      traceId,
      spanId,
      statusMessage,
      statusCode,
      parentSpanId,
      name,
      kind,
      startTimeUnixNano,
      endTimeUnixNano,
      attributes: attributes ?? NO_ATTRIBUTES,
      events,
      links,
      dropped,
    };
    this.#reading.other ??= signalOfSpan(sent, other);
    const traceIdWrong = traceIdFault(traceId);
    if (traceIdWrong !== undefined) return traceIdWrong;
    const spanIdWrong = spanIdFault(spanId);
    if (spanIdWrong !== undefined) return spanIdWrong;
    return metricFault(sent) ?? spanOf(sent);
  }

  #event() {
    const wire = this.#wire;
    let timeUnixNano: SentTime = 0;
    let name = '';
    let attributes: Map<string, AttributeValue> | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 9: // timeUnixNano
          timeUnixNano = wire.time();
          break;
        case 18: // name
          name = wire.text();
          break;
        case 26: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return eventOf({ timeUnixNano, name, attributes: attributes ?? NO_ATTRIBUTES });
  }

  #link() {
    const wire = this.#wire;
    let traceId = '';
    let spanId = '';
    let attributes: Map<string, AttributeValue> | undefined;
    const outer = wire.enter();
    while (wire.more()) {
      const tag = wire.varint();
      switch (tag) {
        case 10: // traceId
          traceId = wire.hex();
          break;
        case 18: // spanId
          spanId = wire.hex();
          break;
        case 34: // attributes
          this.#attributes.readInto((attributes ??= new Map<string, AttributeValue>()));
          break;
        default:
          wire.skip(tag);
      }
    }
    wire.leave(outer);
    return linkOf({ traceId, spanId, attributes: attributes ?? NO_ATTRIBUTES });
  }
}
