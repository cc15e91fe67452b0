// Generated from packages/decode/otlp-table.mjs and proto/ by npm run otlp:generate. Do not edit.
import { type Opened, elementsOf } from '../json-body';
import { objectOf, listOf, textOf, hexId, uint32, enumValue, spanTime } from '../json-fields';
import type { OtlpEvent, OtlpLink, OtlpResourceSpans } from '../otlp';
import { type Portions, type Reading, openIn, refusalOf } from '../otlp-reading';
import type { OtlpTally } from '../otlp-tally';
import type { OtlpPortion } from '../otlp-portion';
import { traceIdFault, spanIdFault, spanOf, eventOf, linkOf } from '../otlp-span-rules';
import { JsonAttributes } from './attributes-json';

const STATUS_CODE = ['UNSET', 'OK', 'ERROR'];
const SPAN_KIND = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

/** Lists that are read element by element, by all their names. */
export const RESOURCE_SPANS = ['resourceSpans', 'resource_spans'] as const;
const SCOPE_SPANS = [
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
  'instrumentation_library_spans',
] as const;
const SPANS = ['spans'] as const;

/** From JSON to the product's own types. */
export class TracesJson {
  readonly #tally: OtlpTally;
  readonly #reading: Reading<readonly OtlpResourceSpans[], OtlpPortion>;
  readonly #portion: OtlpPortion;
  readonly #attributes: JsonAttributes;

  constructor(reading: Reading<readonly OtlpResourceSpans[], OtlpPortion>) {
    this.#reading = reading;
    this.#tally = reading.tally;
    this.#portion = reading.portion;
    this.#attributes = new JsonAttributes(reading.tally, reading.limits.nesting);
  }

  *read(opened: Opened): Portions<readonly OtlpResourceSpans[]> {
    let index = 0;
    for (const each of elementsOf(opened, 'resourceSpans', RESOURCE_SPANS)) {
      this.#tally.addPart();
      yield* this.#resourceSpans(each, `resourceSpans[${index++}]`);
    }
  }

  *#resourceSpans(raw: unknown, path: string): Portions<readonly OtlpResourceSpans[]> {
    const opened = openIn(this.#portion, raw, path, SCOPE_SPANS);
    const fields = objectOf(opened.value, path);
    const resource = this.#resource(fields.resource, `${path}.resource`);
    this.#portion.resource(resource);
    let index = 0;
    for (const each of elementsOf(opened, `${path}.scopeSpans`, SCOPE_SPANS)) {
      this.#tally.addPart();
      yield* this.#scopeSpans(each, `${path}.scopeSpans[${index++}]`);
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  *#scopeSpans(raw: unknown, path: string): Portions<readonly OtlpResourceSpans[]> {
    const opened = openIn(this.#portion, raw, path, SPANS);
    const fields = objectOf(opened.value, path);
    const scope = this.#instrumentationScope(
      fields.scope ?? fields.instrumentationLibrary ?? fields.instrumentation_library,
      `${path}.scope`,
    );
    this.#portion.scope(scope);
    let index = 0;
    for (const each of elementsOf(opened, `${path}.spans`, SPANS)) {
      this.#tally.addItem();
      const itemPath = `${path}.spans[${index++}]`;
      this.#readSpan(openIn(this.#portion, each, itemPath).value, itemPath);
      if (this.#portion.isFull) yield this.#portion.take();
    }
    if (this.#portion.isFull) yield this.#portion.take();
  }

  #readSpan(raw: unknown, path: string): void {
    try {
      const read = this.#span(raw);
      if (typeof read === 'string') this.#tally.reject(`${path}: ${read}`);
      else if (read === undefined) this.#tally.skip();
      else this.#portion.add(read, 0);
    } catch (error) {
      this.#tally.reject(`${path}: ${refusalOf(error)}`);
    }
  }

  #resource(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const attributes = this.#attributes.read(fields, `${path}.attributes`);
    return { attributes };
  }

  #instrumentationScope(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const name = textOf(fields.name, `${path}.name`);
    const version = textOf(fields.version, `${path}.version`);
    const attributes = this.#attributes.read(fields, `${path}.attributes`);
    return { name, version, attributes };
  }

  #span(raw: unknown) {
    const fields = objectOf(raw, 'span');
    const traceId = hexId(fields.traceId ?? fields.trace_id, 16);
    const traceIdWrong = traceIdFault(traceId);
    if (traceIdWrong !== undefined) return traceIdWrong;
    const spanId = hexId(fields.spanId ?? fields.span_id, 8);
    const spanIdWrong = spanIdFault(spanId);
    if (spanIdWrong !== undefined) return spanIdWrong;
    const status = objectOf(fields.status, 'status');
    const parentSpanId = hexId(fields.parentSpanId ?? fields.parent_span_id, 8);
    const name = textOf(fields.name, 'name');
    const kind = enumValue(fields.kind, 'SPAN_KIND_', SPAN_KIND);
    const startTimeUnixNano = spanTime(fields.startTimeUnixNano ?? fields.start_time_unix_nano);
    const endTimeUnixNano = spanTime(fields.endTimeUnixNano ?? fields.end_time_unix_nano);
    const attributes = this.#attributes.read(fields, 'attributes');
    const eventsList = listOf(fields.events, 'events');
    const events: OtlpEvent[] = [];
    for (let index = 0; index < eventsList.length; index++) {
      this.#tally.addPart();
      const event = this.#event(eventsList[index], `events[${index}]`);
      if (event !== undefined) events.push(event);
    }
    const linksList = listOf(fields.links, 'links');
    const links: OtlpLink[] = [];
    for (let index = 0; index < linksList.length; index++) {
      this.#tally.addPart();
      const link = this.#link(linksList[index], `links[${index}]`);
      if (link !== undefined) links.push(link);
    }
    const dropped =
      uint32(fields.droppedAttributesCount ?? fields.dropped_attributes_count) +
      uint32(fields.droppedEventsCount ?? fields.dropped_events_count) +
      uint32(fields.droppedLinksCount ?? fields.dropped_links_count);
    const statusMessage = textOf(status.message, 'status.message');
    const statusCode = enumValue(status.code, 'STATUS_CODE_', STATUS_CODE);
    return spanOf({
      traceId,
      spanId,
      statusMessage,
      statusCode,
      parentSpanId,
      name,
      kind,
      startTimeUnixNano,
      endTimeUnixNano,
      attributes,
      events,
      links,
      dropped,
    });
  }

  #event(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const timeUnixNano = spanTime(fields.timeUnixNano ?? fields.time_unix_nano);
    const name = textOf(fields.name, `${path}.name`);
    const attributes = this.#attributes.read(fields, `${path}.attributes`);
    return eventOf({ timeUnixNano, name, attributes });
  }

  #link(raw: unknown, path: string) {
    const fields = objectOf(raw, path);
    const traceId = hexId(fields.traceId ?? fields.trace_id, 16);
    const spanId = hexId(fields.spanId ?? fields.span_id, 8);
    const attributes = this.#attributes.read(fields, `${path}.attributes`);
    return linkOf({ traceId, spanId, attributes });
  }
}
