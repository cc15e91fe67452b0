import { type OpenApiDocument, openApiDocument } from '@sluice/openapi';
import { schemaCompiler } from '@sluice/openapi/testing';
import type { Endpoint } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { readPartialSuccess } from './otlp-answer';
import { isWellFormed } from './text';

/** The operation of each endpoint in the document. */
const OPERATIONS: Readonly<Record<Exclude<Endpoint, 'none'>, readonly [method: 'get' | 'post', path: string]>> = {
  native: ['post', '/v1/l/batch'],
  otlp: ['post', '/api/public/otel/v1/traces'],
  'otlp-metrics': ['post', '/api/public/otel/v1/metrics'],
  'otlp-logs': ['post', '/api/public/otel/v1/logs'],
  metrics: ['post', '/v1/metrics/batch'],
  traces: ['get', '/api/public/traces'],
  trace: ['get', '/api/public/traces/{traceId}'],
  daily: ['get', '/api/public/metrics/daily'],
  series: ['get', '/api/public/metrics/query'],
  names: ['get', '/api/public/metrics/names'],
  projects: ['get', '/api/public/projects'],
  health: ['get', '/healthz'],
};

const compile = schemaCompiler(openApiDocument);

/** The shape of each endpoint's 200, as the OpenAPI document has it. */
const SHAPES = new Map(
  Object.entries(OPERATIONS).map(([endpoint, operation]) => [endpoint, compile(schemaOf(openApiDocument, operation))]),
);

function schemaOf({ paths }: OpenApiDocument, [method, path]: (typeof OPERATIONS)['native']) {
  const response = paths[path]?.[method]?.responses['200'];
  const content = response === undefined || '$ref' in response ? undefined : response.content;
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`the document has no 200 of ${path}`);
  return schema;
}

/** What is wrong with the body of a 200, whose text was read as UTF-8; undefined where nothing is. */
export function checkShape(endpoint: Endpoint, { headers, body }: WireAnswer, text: string): string | undefined {
  const type = headers.get('content-type');
  if (endpoint === 'none') return '200 for a path that does not exist';
  if (endpoint.startsWith('otlp') && type === 'application/x-protobuf') {
    return readPartialSuccess(body) === undefined ? 'the answer is no Export<Signal>ServiceResponse' : undefined;
  }
  if (type !== 'application/json') return `200 has the type ${String(type)}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `200 is no JSON: ${text.slice(0, 200)}`;
  }
  return (
    SHAPES.get(endpoint)?.(value) ??
    (hasUnstorable(text, value) ? 'an answer holds U+0000 or a lone surrogate' : undefined)
  );
}

/** Whether any string or key holds what is never stored. Looks closely only where the text has an escape of such. */
function hasUnstorable(text: string, value: unknown): boolean {
  return /\\u(0000|[dD][89a-fA-F])/.test(text) && holds(value);
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => holds(key) || holds(member));
}
