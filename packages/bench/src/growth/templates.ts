/**
 * Requests with every text, list and object that a sender may choose, each of which can be long or many. `#` in a text is the number of its
 * item, `@` the same number as the end of an id.
 */
export interface Template {
  readonly name: string;
  readonly path: string;
  /** Set for OTLP, which is sent as protobuf as well. */
  readonly signal?: 'trace' | 'metrics' | 'logs';
  readonly request: object;
}

const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });

/**
 * Some names are read as JSON, some as parts of a list of messages, some contain secrets; names with the same beginning are treated alike.
 */
const ATTRIBUTES = [
  ...['k#', 'user.id', 'gen_ai.request.model', 'langfuse.trace.tags', 'langfuse.observation.metadata.k#'],
  ...['gen_ai.prompt.#.content', 'llm.input_messages.#.message.content', 'http.request.header.x-#-token'],
  ...['gen_ai.input.messages', 'input.value', 'langfuse.observation.usage_details', 'langfuse.observation.metadata'],
  ...['llm.invocation_parameters', 'http.request.headers', 'ai.prompt.messages', 'genkit:output', 'tag.tags'],
  ...['gen_ai.usage.input_tokens', 'langfuse.observation.completion_start_time', 'mlflow.chat.tokenUsage', 'events'],
].map((key) => attribute(key, 'v'));

const around = {
  resource: { attributes: [attribute('service.name', 'v'), attribute('k#', 'v')] },
  scope: { name: 'n', version: '1', attributes: [attribute('k#', 'v')] },
};

const TIME = '1790000000000000000';
const TRACE_ID = '000000000000000000000000000000a1';
const OBSERVATION = '00000000-0000-0000-0000-@';

const SPAN = {
  traceId: TRACE_ID,
  spanId: '0000@',
  name: 'n',
  traceState: 's',
  startTimeUnixNano: TIME,
  endTimeUnixNano: TIME,
  status: { code: 2, message: 'm' },
  attributes: [
    ...ATTRIBUTES,
    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'v' }] } } },
    { key: 'map', value: { kvlistValue: { values: [attribute('k#', 'v')] } } },
  ],
  events: [
    { name: 'gen_ai.user.message', attributes: [attribute('content', 'v')] },
    { name: 'exception', attributes: [attribute('exception.message', 'v')] },
    { name: 'e', attributes: [attribute('k#', 'v')] },
  ],
  links: [{ traceId: TRACE_ID, spanId: '0000@', traceState: 's', attributes: [attribute('k#', 'v')] }],
};

const POINT = { timeUnixNano: TIME, asDouble: 1, attributes: [attribute('k#', 'v')] };
const SUMMARY = { timeUnixNano: TIME, count: '1', sum: 1, quantileValues: [{ quantile: 0.5, value: 1 }] };
const HISTOGRAM = { timeUnixNano: TIME, count: '1', sum: 1, bucketCounts: ['1', '0'], explicitBounds: [1] };

export const TEMPLATES: readonly Template[] = [
  {
    name: 'spans',
    path: '/api/public/otel/v1/traces',
    signal: 'trace',
    request: { resourceSpans: [{ resource: around.resource, scopeSpans: [{ scope: around.scope, spans: [SPAN] }] }] },
  },
  {
    name: 'OTLP metrics',
    path: '/api/public/otel/v1/metrics',
    signal: 'metrics',
    request: {
      resourceMetrics: [
        {
          resource: around.resource,
          scopeMetrics: [
            {
              scope: around.scope,
              metrics: [
                { name: 'gauge#', description: 'd', unit: 'u', gauge: { dataPoints: [POINT] } },
                { name: 'summary#', summary: { dataPoints: [SUMMARY] } },
                { name: 'histogram#', histogram: { aggregationTemporality: 2, dataPoints: [HISTOGRAM] } },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    name: 'logs',
    path: '/api/public/otel/v1/logs',
    signal: 'logs',
    request: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'v' } }] }] }] },
  },
  {
    name: 'batch',
    path: '/v1/l/batch',
    request: {
      trace: {
        id: '00000000-0000-0000-0000-0000000000a1',
        name: 'n',
        userId: 'u',
        sessionId: 's',
        release: 'r',
        version: 'v',
        environment: 'e',
        timestamp: '2026-09-21T13:33:20Z',
        tags: ['t#'],
        input: [{ role: 'user', content: 'v' }],
        metadata: { k: 'v', headers: { 'x-token': 'v' } },
      },
      observations: [
        {
          id: OBSERVATION,
          parentObservationId: OBSERVATION,
          type: 'GENERATION',
          name: 'n#',
          startTime: '2026-09-21T13:33:20Z',
          model: 'm#',
          modelParameters: { k: 'v' },
          level: 'DEFAULT',
          statusMessage: 'm',
          version: 'v',
          input: 'v',
          output: [{ content: 'v' }],
          metadata: { k: 'v' },
          usage: { input: 1 },
          usageDetails: { input: 1 },
          costDetails: { input: 1 },
        },
      ],
    },
  },
  {
    name: 'points',
    path: '/v1/metrics/batch',
    request: { metrics: [{ name: 'm#', value: 1, timestamp: '2026-09-21T13:33:20Z', labels: { k: 'v' } }] },
  },
];
