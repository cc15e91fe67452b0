import type { Choices } from './choices';
import type { Draft, FuzzWorld } from './fuzz-input';
import { type JsonTree, list, number, text } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutateJson } from './mutate-json';
import { OtlpJsonStyle } from './otlp-json-style';
import { type OtlpDraft, type SpanDraft, otlpDraft } from './otlp-request';

const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'];
export const OTLP_PATH = '/api/public/otel/v1/traces';

/** `POST /api/public/otel/v1/traces` in JSON, in the spellings of exporters, then mutated. */
export function otlpJsonDraft(world: FuzzWorld, index: number, choices: Choices): Draft {
  const body = new JsonWriter(new OtlpJsonStyle(choices)).request(otlpDraft(world, index, choices));
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

class JsonWriter {
  readonly #style: OtlpJsonStyle;

  constructor(style: OtlpJsonStyle) {
    this.#style = style;
  }

  request({ resources }: OtlpDraft): JsonTree {
    const resourceSpans = resources.map((resource) =>
      this.#style.message({
        resource: this.#style.message({ attributes: this.#style.attributes(resource.attributes) }),
        scopeSpans: list(
          resource.scopes.map(({ name, version, attributes, spans }) =>
            this.#style.message({
              scope: this.#style.message({
                name: text(name),
                version: text(version),
                attributes: this.#style.attributes(attributes),
              }),
              spans: list(spans.map((span) => this.#span(span))),
            }),
          ),
        ),
      }),
    );
    return this.#style.message({ resourceSpans: list(resourceSpans) });
  }

  #span(span: SpanDraft): JsonTree {
    return this.#style.message({
      traceId: this.#style.id(span.traceId),
      spanId: this.#style.id(span.spanId),
      parentSpanId: span.parentSpanId === '' ? undefined : this.#style.id(span.parentSpanId),
      name: text(span.name),
      kind: this.#style.enum(span.kind, 'SPAN_KIND_', SPAN_KINDS),
      startTimeUnixNano: this.#style.integer(span.start),
      endTimeUnixNano: this.#style.integer(span.end),
      attributes: this.#style.attributes(span.attributes),
      events: list(
        span.events.map(({ name, time, attributes }) =>
          this.#style.message({
            name: text(name),
            timeUnixNano: this.#style.integer(time),
            attributes: this.#style.attributes(attributes),
          }),
        ),
      ),
      links: list(
        span.links.map(({ traceId, spanId, attributes }) =>
          this.#style.message({
            traceId: this.#style.id(traceId),
            spanId: this.#style.id(spanId),
            attributes: this.#style.attributes(attributes),
          }),
        ),
      ),
      status: this.#style.message({
        code: this.#style.enum(span.status.code, 'STATUS_CODE_', STATUS_CODES),
        message: span.status.message === '' ? undefined : text(span.status.message),
      }),
      droppedAttributesCount: span.dropped === 0 ? undefined : number(span.dropped),
    });
  }
}
