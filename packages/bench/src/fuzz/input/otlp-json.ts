import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { type JsonTree, list, number, object, text } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutateJson } from './mutate-json';
import { type AnyValueDraft, type AttributeDrafts, type OtlpDraft, type SpanDraft, otlpDraft } from './otlp-request';

const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'];
export const OTLP_PATH = '/api/public/otel/v1/traces';

/** `POST /api/public/otel/v1/traces` in JSON, in the spellings of exporters, then mutated. */
export function otlpJsonDraft(world: FuzzWorld, index: number, choices: Choices): Draft {
  const body = new JsonWriter(choices).request(otlpDraft(world, index, choices));
  const { text: mutated, done } = mutateJson(body, choices);
  const { bytes, done: bytesDone } = mutateBytes(Buffer.from(mutated), choices, 12);
  return {
    endpoint: 'otlp',
    method: 'POST',
    path: OTLP_PATH,
    contentType: choices.oneIn(10) ? 'Application/JSON; charset=utf-8' : 'application/json',
    body: bytes,
    done: [...done, ...bytesDone],
  };
}

/** Writes a request in one style: names in camel or snake case, ids, enums and 64-bit integers in one of their forms. */
class JsonWriter {
  readonly #snake: boolean;
  readonly #ids: 'hex' | 'upper' | 'base64' | 'bytes' | 'buffer';
  readonly #integers: 'text' | 'number' | 'long';
  readonly #enums: 'number' | 'name' | 'short name';

  constructor(choices: Choices) {
    this.#snake = choices.oneIn(6);
    this.#ids = choices.pick(['hex', 'hex', 'upper', 'base64', 'bytes', 'buffer'] as const);
    this.#integers = choices.pick(['text', 'text', 'number', 'long'] as const);
    this.#enums = choices.pick(['number', 'number', 'name', 'short name'] as const);
  }

  request({ resources }: OtlpDraft): JsonTree {
    const resourceSpans = resources.map((resource) =>
      this.#message({
        resource: this.#message({ attributes: this.#attributes(resource.attributes) }),
        scopeSpans: list(
          resource.scopes.map(({ name, version, attributes, spans }) =>
            this.#message({
              scope: this.#message({
                name: text(name),
                version: text(version),
                attributes: this.#attributes(attributes),
              }),
              spans: list(spans.map((span) => this.#span(span))),
            }),
          ),
        ),
      }),
    );
    return this.#message({ resourceSpans: list(resourceSpans) });
  }

  #span(span: SpanDraft): JsonTree {
    return this.#message({
      traceId: this.#id(span.traceId),
      spanId: this.#id(span.spanId),
      parentSpanId: span.parentSpanId === '' ? undefined : this.#id(span.parentSpanId),
      name: text(span.name),
      kind: this.#enum(span.kind, 'SPAN_KIND_', SPAN_KINDS),
      startTimeUnixNano: this.#integer(span.start),
      endTimeUnixNano: this.#integer(span.end),
      attributes: this.#attributes(span.attributes),
      events: list(
        span.events.map(({ name, time, attributes }) =>
          this.#message({
            name: text(name),
            timeUnixNano: this.#integer(time),
            attributes: this.#attributes(attributes),
          }),
        ),
      ),
      links: list(
        span.links.map(({ traceId, spanId, attributes }) =>
          this.#message({
            traceId: this.#id(traceId),
            spanId: this.#id(spanId),
            attributes: this.#attributes(attributes),
          }),
        ),
      ),
      status: this.#message({
        code: this.#enum(span.status.code, 'STATUS_CODE_', STATUS_CODES),
        message: span.status.message === '' ? undefined : text(span.status.message),
      }),
      droppedAttributesCount: span.dropped === 0 ? undefined : number(span.dropped),
    });
  }

  #attributes(attributes: AttributeDrafts): JsonTree {
    return list(attributes.map(([key, value]) => object({ key: text(key), value: this.#anyValue(value) })));
  }

  #anyValue(any: AnyValueDraft): JsonTree {
    switch (any.kind) {
      case 'string':
        return this.#message({ stringValue: text(any.value) });
      case 'bool':
        return this.#message({ boolValue: String(any.value) });
      case 'int':
        return this.#message({ intValue: this.#integer(any.value) });
      case 'double':
        return this.#message({ doubleValue: Number.isFinite(any.value) ? number(any.value) : text(String(any.value)) });
      case 'array':
        return this.#message({ arrayValue: object({ values: list(any.value.map((item) => this.#anyValue(item))) }) });
      case 'kvlist':
        return this.#message({ kvlistValue: object({ values: this.#attributes(any.value) }) });
      case 'bytes':
        return this.#message({ bytesValue: text(any.value.toString('base64')) });
      case 'none':
        return object({});
    }
  }

  #message(members: Readonly<Record<string, JsonTree | undefined>>): JsonTree {
    const spelled = Object.entries(members).map(([name, value]) => [this.#name(name), value] as const);
    return object(Object.fromEntries(spelled));
  }

  #name(camel: string): string {
    return this.#snake ? camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : camel;
  }

  #id(hex: string): JsonTree {
    const bytes = Buffer.from(hex, 'hex');
    const numbers = list([...bytes].map((byte) => number(byte)));
    switch (this.#ids) {
      case 'hex':
        return text(hex);
      case 'upper':
        return text(hex.toUpperCase());
      case 'base64':
        return text(bytes.toString('base64'));
      case 'bytes':
        return numbers;
      case 'buffer':
        return object({ type: '"Buffer"', data: numbers });
    }
  }

  #integer(value: bigint): JsonTree {
    if (this.#integers === 'number') return String(value);
    if (this.#integers === 'text') return text(String(value));
    return object({ low: String(BigInt.asIntN(32, value)), high: String(BigInt.asIntN(32, value >> 32n)) });
  }

  #enum(value: number, prefix: string, names: readonly string[]): JsonTree {
    const name = names[value];
    if (this.#enums === 'number' || name === undefined) return number(value);
    return text(this.#enums === 'name' ? prefix + name : name);
  }
}
