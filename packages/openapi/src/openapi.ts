import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from './document';
import { getTrace } from './paths/get-trace';
import { ingestBatch } from './paths/ingest-batch';
import { ingestMetrics } from './paths/ingest-metrics';
import { ingestOtlpLogs } from './paths/ingest-otlp-logs';
import { ingestOtlpMetrics } from './paths/ingest-otlp-metrics';
import { ingestOtlpTraces } from './paths/ingest-otlp-traces';
import { listTraces } from './paths/list-traces';
import { getDailyMetrics, listMetricNames, queryMetric } from './paths/metrics';
import { getHealth, getOpenApiDocument, getPublicHealth, getPublicReady, listProjects } from './paths/service';
import { aliasOf } from './paths/otlp-aliases';
import { headers, responses } from './responses';
import { answerSchemas } from './schemas/answers';
import { nativeSchemas } from './schemas/native-batch';
import { otlpSchemas } from './schemas/otlp';
import { otlpMetricSchemas } from './schemas/otlp-metrics';
import { valueSchemas } from './schemas/values';

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** The interface of the product (spec 4; contract), for people and for generators of clients. */
export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Sluice',
    version,
    summary: 'Traces and metrics of LLM and agent workloads',
    description: [
      'OpenTelemetry and Langfuse clients send to it, and it answers through the read endpoints of the Langfuse v3 API.\n',
      '- A write is answered 200 when its rows are committed. After no answer, a timeout or 503 it may or may not be stored: send the same again, native metric points with an `Idempotency-Key`, and nothing is stored twice.',
      '- Wrong parameters and members are refused with their name and what is accepted, never clamped. An empty parameter is an absent one. A name that is nearly that of a parameter, and `user`, `session`, `tag`, is refused with the one that was meant; other unknown ones are ignored and named in `Sluice-Ignored-Parameters`. A parameter with one value may not be given twice with different ones. A start after its end selects nothing.',
      '- In a query a space is read as the `+` of a time zone that was not encoded.',
      '- Path and method are looked at first, then the credentials, then query and body. HEAD is answered like GET without a body; other methods and unknown paths are 404. Repeated and trailing slashes of a path are ignored.',
      '- Every answer has an `X-Request-Id`; an error has the three members of `Error` and no other.',
      '- Limits are the defaults: the operator may have set others. Characters are Unicode code points. U+0000 and lone surrogates in text become U+FFFD; a JSON body that is not UTF-8 is refused.',
      '- CORS is off unless the operator has allowed origins; a preflight needs no credentials. A write that a browser sends with Basic credentials for a page of another origin is 403.',
      '- `/livez`, `/readyz` and `/metrics` (Prometheus) have a port of their own, which is not public, and are not described here.',
    ].join('\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The server that this document comes from' }],
  security: [{ bearer: [] }, { basic: [] }],
  tags: [
    { name: 'Ingestion', description: 'What takes data in. 200 means committed.' },
    { name: 'Traces', description: 'Traces and observations, as the Langfuse v3 API answers them.' },
    { name: 'Metrics', description: 'Daily figures of traces, and time series of metric points.' },
    { name: 'Service', description: 'The server itself.' },
  ],
  paths: {
    '/v1/l/batch': { post: ingestBatch },
    '/api/public/otel/v1/traces': { post: ingestOtlpTraces },
    '/api/public/otel/v1/metrics': { post: ingestOtlpMetrics },
    '/api/public/otel/v1/logs': { post: ingestOtlpLogs },
    '/v1/traces': { post: aliasOf(ingestOtlpTraces, '/api/public/otel/v1/traces') },
    '/v1/metrics': { post: aliasOf(ingestOtlpMetrics, '/api/public/otel/v1/metrics') },
    '/v1/logs': { post: aliasOf(ingestOtlpLogs, '/api/public/otel/v1/logs') },
    '/v1/metrics/batch': { post: ingestMetrics },
    '/api/public/traces': { get: listTraces },
    '/api/public/traces/{traceId}': { get: getTrace },
    '/api/public/metrics/daily': { get: getDailyMetrics },
    '/api/public/metrics/query': { get: queryMetric },
    '/api/public/metrics/names': { get: listMetricNames },
    '/api/public/projects': { get: listProjects },
    '/api/public/openapi.json': { get: getOpenApiDocument },
    '/api/public/health': { get: getPublicHealth },
    '/api/public/ready': { get: getPublicReady },
    '/healthz': { get: getHealth },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'The public key as user name and the secret key as password, as the Langfuse SDKs send them.',
      },
    },
    schemas: { ...nativeSchemas, ...otlpSchemas, ...otlpMetricSchemas, ...answerSchemas, ...valueSchemas },
    headers,
    responses,
  },
};
