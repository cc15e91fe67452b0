import { type Operation, type Schema, openApiDocument } from '@sluice/api';
import { testUuid as uuid } from '@sluice/testbed/samples';

/*
 * Requests for every operation of the OpenAPI document, which has the list of operations. Parameters and bodies are the document's
 * examples, or in this file.
 */

/** Name of the trace and the metric: no other suite on the same database may use it. */
export const NAME = 'openapi-contract';
export const TRACE = uuid(0x0a);
export const SPAN = { traceId: TRACE.replaceAll('-', ''), spanId: '00f067aa0ba902b7', name: 'step' };
export const spansOf = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
export const pointsOf = (...dataPoints: object[]) => ({
  resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'o', gauge: { dataPoints } }] }] }],
});
export const POINT = { timeUnixNano: '1795132800000000000', asInt: '1' };
export const LOGS = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] };

/** Values of required parameters; a parameter with a closed set of words has the first one. */
const VALUES: Readonly<Record<string, string>> = {
  traceId: TRACE,
  observationId: uuid(1),
  ids: uuid(1),
  sessionId: NAME,
  scoreId: NAME,
  name: NAME,
};

/** Bodies that store the trace and the metric of the reads. OTLP has each path twice. */
const OTLP_BASE = '/api/public/otel';
const BODIES: Readonly<Record<string, object>> = {
  '/v1/l/batch': {
    trace: { id: TRACE, name: NAME, session_id: NAME },
    observations: [{ id: uuid(1), model: 'gpt-4o', totalTokens: 3 }],
  },
  '/v1/traces': spansOf(SPAN),
  '/v1/metrics': pointsOf(POINT),
  '/v1/logs': LOGS,
  '/api/public/scores': { id: NAME, traceId: TRACE, name: NAME, value: 1 },
  '/v1/metrics/batch': { metrics: [{ name: NAME, labels: { l: 'a' }, value: 1 }] },
};

const operations = (method: 'get' | 'post'): (readonly [string, Operation])[] =>
  Object.entries(openApiDocument.paths).flatMap(([path, item]) => {
    const operation = item[method];
    return operation === undefined ? [] : [[path, operation] as const];
  });

/** Returns the paths of the matching reads, with their parameters. */
const reads = (isSo: (operation: Operation) => boolean): readonly string[] =>
  operations('get')
    .filter(([, operation]) => isSo(operation))
    .map(([path, operation]) => requestOf(path, operation));

function requestOf(path: string, { parameters = [] }: Operation): string {
  const valueOf = (name: string): string => {
    const { schema = {} } = parameters.find((parameter) => parameter.name === name) ?? {};
    const [word] = (schema['enum'] ?? []) as readonly string[];
    const value = VALUES[name] ?? word;
    if (value === undefined) throw new Error(`${path}: no value of ${name} stands here`);
    return encodeURIComponent(value);
  };
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const query = required.map(({ name }) => `${name}=${valueOf(name)}`).join('&');
  return path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name)) + (query === '' ? '' : `?${query}`);
}

/** Every path with a GET. */
export const GETS = reads(() => true);

/** Reads that accept the receipt of a write. They find what `WRITES` store. */
export const READS = reads(({ parameters = [] }) => parameters.some(({ name }) => name === 'Sluice-Receipt'));

export const READS_WITH_CREDENTIALS = reads(({ security }) => security === undefined);

export const READS_THAT_NAME_IGNORED = reads(({ responses }) => {
  const answer = responses['200'];
  return answer !== undefined && 'headers' in answer && 'Sluice-Ignored-Parameters' in answer.headers;
});

/** Every write, with a body, and the status of its success. */
export const WRITES = operations('post').map(([path, { requestBody, responses }]) => {
  const body = BODIES[path.replace(OTLP_BASE, '')] ?? requestBody?.content['application/json']?.example;
  if (typeof body !== 'object' || body === null) throw new Error(`${path}: the document has no example of a body`);
  return [path, body, '200' in responses ? 200 : 207] as const;
});

const items = (length: number): object[] => Array<object>(length).fill({});
const tooMany = items(50_001);

/** Every write with a limit of items, exceeded by one: by its schema, and OTLP, whose items are spread over lists. */
export const TOO_MANY_ITEMS: readonly (readonly [string, object])[] = [
  ...operations('post').flatMap(([path, { requestBody }]) =>
    boundedLists(requestBody?.content['application/json']?.schema).map(
      ([name, most]) =>
        [path, { ...WRITES.find(([written]) => written === path)?.[1], [name]: items(most + 1) }] as const,
    ),
  ),
  ['/api/public/scores', items(1001)],
  ...['', OTLP_BASE].flatMap((base) => [
    [`${base}/v1/traces`, spansOf(...tooMany)] as const,
    [`${base}/v1/metrics`, pointsOf(...tooMany)] as const,
  ]),
];

/** Returns the members of a body that are lists with a limit, and the limit. @param schema a reference */
function boundedLists(schema: Schema | undefined): (readonly [string, number])[] {
  const name = String(schema?.['$ref']).replace('#/components/schemas/', '');
  const members = (openApiDocument.components.schemas[name]?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(members).flatMap(([member, { maxItems }]) =>
    typeof maxItems === 'number' ? [[member, maxItems] as const] : [],
  );
}
