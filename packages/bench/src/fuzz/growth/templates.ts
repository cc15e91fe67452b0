import { otlpMessage } from '@sluice/testbed/samples';
import { Choices } from '../input/choices';
import { bodySchema, drawn } from '../input/draw-schema';
import { type WriteEndpoint, pathOf } from '../input/fuzz-input';
import { toText } from '../input/json-tree';
import { type OtlpSignal, type OtlpType, formatOf } from '../input/otlp-message';

/**
 * Request with every text, list and object that a sender may choose, each of which can be long or many. `#` in a text is the number of its
 * item, `@` the same number as the end of an id.
 */
export interface Template {
  readonly endpoint: WriteEndpoint;
  /** Set for OTLP, which is sent as protobuf as well. */
  readonly signal?: OtlpSignal;
  readonly request: unknown;
}

const attribute = (key: string): object => ({ key, value: { stringValue: 'v' } });
const event = (name: string, key: string): object => ({ name, attributes: [attribute(key)] });

/**
 * Some names are read as JSON, some as parts of a list of messages, some contain secrets; names with the same beginning are treated alike.
 */
const ATTRIBUTES = [
  ...['k#', 'user.id', 'gen_ai.request.model', 'langfuse.trace.tags', 'langfuse.observation.metadata.k#'],
  ...['gen_ai.prompt.#.content', 'llm.input_messages.#.message.content', 'http.request.header.x-#-token'],
  ...['gen_ai.input.messages', 'input.value', 'langfuse.observation.usage_details', 'langfuse.observation.metadata'],
  ...['llm.invocation_parameters', 'http.request.headers', 'ai.prompt.messages', 'genkit:output', 'tag.tags'],
  ...['gen_ai.usage.input_tokens', 'langfuse.observation.completion_start_time', 'mlflow.chat.tokenUsage', 'events'],
].map(attribute);

const TRACE_ID = '000000000000000000000000000000a1';
const TIME = '1790000000000000000';
/** Kinds of metrics, each of which is one member of a oneof. */
const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'];

/** Values of OTLP by message and field, or by field. */
const OTLP_VALUES: Readonly<Record<string, unknown>> = {
  ...{ traceId: TRACE_ID, spanId: '0000@', parentSpanId: '0000@', attributes: [attribute('k#')] },
  ...{ timeUnixNano: TIME, startTimeUnixNano: TIME, endTimeUnixNano: TIME, observedTimeUnixNano: TIME },
  'Resource.attributes': [attribute('service.name'), attribute('k#')],
  'Span.attributes': [
    ...ATTRIBUTES,
    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'v' }] } } },
    { key: 'map', value: { kvlistValue: { values: [attribute('k#')] } } },
  ],
  'Span.events': [event('gen_ai.user.message', 'content'), event('exception', 'exception.message'), event('e', 'k#')],
  'Exemplar.filteredAttributes': [],
  'HistogramDataPoint.bucketCounts': ['1', '0'],
  'ValueAtQuantile.quantile': 0.5,
};

const OTLP_DEFAULTS: Readonly<Record<string, unknown>> = { string: 'v', bytes: '', bool: false, double: 1 };

/** Makes a message with each field, by reflection on the format; of a oneof only its first member, or that of a kind. */
function wholeMessage(type: OtlpType, kind = ''): object {
  const isLeftOut = new Set(
    type.oneofsArray.flatMap(({ oneof }) => oneof.filter((name) => name !== (oneof.includes(kind) ? kind : oneof[0]))),
  );
  const fields = type.fieldsArray.filter(({ name }) => !isLeftOut.has(name));
  return Object.fromEntries(
    fields.map((field) => {
      const { message, names } = formatOf(field);
      const plain = OTLP_DEFAULTS[field.type] ?? (names === undefined ? 0 : 1);
      const isMetric = message?.name === 'Metric';
      const value =
        OTLP_VALUES[`${type.name}.${field.name}`] ??
        OTLP_VALUES[field.name] ??
        (isMetric
          ? KINDS.map((each) => ({ ...wholeMessage(message, each), name: `${each}#` }))
          : message === undefined
            ? plain
            : wholeMessage(message));
      return [field.name, field.repeated && !Array.isArray(value) ? [value] : value];
    }),
  );
}

/** Values of native bodies by the paths of their members, and by the names of their schemas. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...{ TraceId: '00000000-0000-0000-0000-0000000000a1', ObservationId: '00000000-0000-0000-0000-@' },
  ...{ Time: '2026-09-21T13:33:20Z', TokenCount: 1, Usd: 1 },
  'trace.tags': ['t#'],
  'trace.input': [{ role: 'user', content: 'v' }],
  'trace.output': 'v',
  'trace.metadata': { k: 'v', headers: { 'x-token': 'v' } },
  ...{ 'observations.name': 'n#', 'observations.model': 'm#', 'observations.modelParameters': { k: 'v' } },
  ...{ 'observations.input': 'v', 'observations.output': [{ content: 'v' }], 'observations.metadata': { k: 'v' } },
  ...{ 'observations.usage': { input: 1 }, 'observations.usageDetails': { input: 1 } },
  ...{ 'observations.costDetails': { input: 1 }, 'metrics.name': 'm#', 'metrics.labels': { k: 'v' } },
};

function wholeBody(endpoint: WriteEndpoint): unknown {
  const makes = Object.fromEntries(Object.entries(VALUES).map(([path, value]) => [path, () => JSON.stringify(value)]));
  const plainest = new Choices(() => 0);
  return JSON.parse(toText(drawn(bodySchema(pathOf(endpoint)), plainest, { makes, whole: true })));
}

const ofSignal = (endpoint: WriteEndpoint, signal: OtlpSignal): Template => ({
  endpoint,
  signal,
  request: wholeMessage(otlpMessage(signal)),
});

/** Bodies of every endpoint that stores, with all that the formats describe. */
export const TEMPLATES: readonly Template[] = [
  ofSignal('otlp', 'trace'),
  ofSignal('otlp-metrics', 'metrics'),
  ofSignal('otlp-logs', 'logs'),
  { endpoint: 'native', request: wholeBody('native') },
  { endpoint: 'metrics', request: wholeBody('metrics') },
];
