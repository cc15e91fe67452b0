import { ANSWER_LIMITS } from '@sluice/record';
import type { Schema } from '../document';
import { ATTRIBUTES, ITEMS, LARGEST, type Properties, ref, text } from './values';

/*
 * OTLP 1.11 in its JSON encoding, as the specification has it (spec 4.8). Exporters write it in more ways, which are read
 * too: snake_case, enums by name, ids as base64 or bytes. A member with a wrong value costs at most its span, mostly
 * nothing; so these schemas describe what to send, not what is refused.
 */

export const attributes: Schema = { type: 'array', items: ref('OtlpKeyValue') };
export const nanos = (description: string): Schema => ({
  type: ['string', 'integer'],
  pattern: '^[0-9]{1,20}$',
  minimum: 0,
  description,
});
const hexId = (digits: number): Schema => ({
  type: 'string',
  pattern: `^(?!0{${digits}}$)[0-9a-fA-F]{${digits}}$`,
  description: `${digits} hex digits, not all zero.`,
});

interface ResponseNames {
  readonly message: string;
  readonly count: string;
  readonly items: string;
  readonly errors: string;
}

/** The answer of one signal, `Export<Signal>ServiceResponse`. */
export const responseOf = ({ message, count, items, errors }: ResponseNames): Schema => ({
  type: 'object',
  description: `An \`${message}\`: empty without refused or truncated items.`,
  properties: {
    partialSuccess: {
      type: 'object',
      properties: {
        [count]: {
          type: 'string',
          pattern: '^[1-9][0-9]*$',
          description: `Number of refused ${items}, an int64. Absent: none; \`errorMessage\` has a warning.`,
        },
        errorMessage: { type: 'string', minLength: 1, maxLength: ANSWER_LIMITS.message, description: errors },
      },
      required: ['errorMessage'],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});

export const otlpSchemas: Properties = {
  OtlpTraceRequest: {
    type: 'object',
    description: `An \`ExportTraceServiceRequest\`. At most ${ITEMS} spans, ${ATTRIBUTES} attributes with the values nested in them, and ${ATTRIBUTES} events, links, resources and scopes.`,
    properties: { resourceSpans: { type: 'array', items: ref('OtlpResourceSpans') } },
  },
  OtlpResourceSpans: {
    type: 'object',
    description: 'Spans of one resource.',
    properties: {
      resource: {
        type: 'object',
        properties: { attributes },
        description: 'Stored in metadata under `resourceAttributes`.',
      },
      scopeSpans: {
        type: 'array',
        description: 'Spans, by instrumentation library.',
        items: {
          type: 'object',
          properties: {
            scope: {
              type: 'object',
              properties: { name: text('The library.'), version: text('Its version.'), attributes },
              description: 'Stored in metadata under `scope`.',
            },
            spans: { type: 'array', items: ref('OtlpSpan') },
          },
        },
      },
    },
  },
  OtlpSpan: {
    type: 'object',
    description:
      'Becomes an observation. Attributes of Langfuse (`langfuse.*`), of the GenAI conventions, OpenInference and the AI SDK become fields of the observation and of the trace; all others are stored in metadata under `attributes`.',
    required: ['traceId', 'spanId'],
    properties: {
      traceId: hexId(32),
      spanId: hexId(16),
      parentSpanId: { type: 'string', pattern: '^(?:[0-9a-fA-F]{16})?$', description: 'Empty or absent: the root.' },
      name: text('The name of the observation.'),
      kind: { type: 'integer', minimum: 0, maximum: 5, description: 'SPAN_KIND_*, as a number.' },
      startTimeUnixNano: nanos('Start, in nanoseconds since 1970.'),
      endTimeUnixNano: nanos('End, in nanoseconds since 1970.'),
      attributes,
      events: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: text('The event.'),
            timeUnixNano: nanos('Time of the event, in nanoseconds since 1970.'),
            attributes,
          },
        },
      },
      links: {
        type: 'array',
        items: { type: 'object', properties: { traceId: hexId(32), spanId: hexId(16), attributes } },
      },
      status: {
        type: 'object',
        properties: {
          code: { type: 'integer', minimum: 0, maximum: 2, description: '2 makes the level ERROR.' },
          message: text('Becomes `statusMessage`.'),
        },
      },
    },
  },
  OtlpKeyValue: {
    type: 'object',
    description: 'An attribute.',
    required: ['key'],
    properties: { key: text('Name.'), value: ref('OtlpAnyValue') },
  },
  OtlpAnyValue: {
    type: 'object',
    description: 'One of these members.',
    properties: {
      stringValue: text(`Text of at most ${LARGEST}.`),
      boolValue: { type: 'boolean' },
      intValue: { type: ['string', 'integer'], pattern: '^-?[0-9]{1,19}$', description: 'An int64, mostly as text.' },
      doubleValue: { type: 'number' },
      arrayValue: { type: 'object', properties: { values: { type: 'array', items: ref('OtlpAnyValue') } } },
      kvlistValue: { type: 'object', properties: { values: { type: 'array', items: ref('OtlpKeyValue') } } },
      bytesValue: { type: 'string', contentEncoding: 'base64' },
    },
  },
  OtlpTraceResponse: responseOf({
    message: 'ExportTraceServiceResponse',
    count: 'rejectedSpans',
    items: 'spans',
    errors:
      'The first reasons, each with the path of its item, and the values that were left out because of their size.',
  }),
};
