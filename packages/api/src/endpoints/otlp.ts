import type { Content, Endpoints, Operation } from '../document';
import { otlpSchemas } from '../schemas/otlp';
import { otlpMetricSchemas } from '../schemas/otlp-metrics';
import { ingestOtlpLogs } from './ingest-otlp-logs';
import { ingestOtlpMetrics } from './ingest-otlp-metrics';
import { ingestOtlpTraces } from './ingest-otlp-traces';

export const otlp: Endpoints = {
  paths: {
    '/api/public/otel/v1/traces': { post: ingestOtlpTraces },
    '/api/public/otel/v1/metrics': { post: ingestOtlpMetrics },
    '/api/public/otel/v1/logs': { post: ingestOtlpLogs },
    '/v1/traces': { post: aliasOf(ingestOtlpTraces, '/api/public/otel/v1/traces') },
    '/v1/metrics': { post: aliasOf(ingestOtlpMetrics, '/api/public/otel/v1/metrics') },
    '/v1/logs': { post: aliasOf(ingestOtlpLogs, '/api/public/otel/v1/logs') },
  },
  schemas: { ...otlpSchemas, ...otlpMetricSchemas },
};

/**
 * The same operation at another path (contract: OTLP), with the examples left to the first.
 * @param path of the first
 */
function aliasOf(operation: Operation, path: string): Operation {
  const { operationId, summary, requestBody } = operation;
  return {
    ...operation,
    operationId: `${operationId}AtRoot`,
    summary: `${summary}, at the path of OTLP`,
    description: `The same as \`POST ${path}\`, for exporters that are given the address of the server only.`,
    ...(requestBody && { requestBody: { ...requestBody, content: withoutExamples(requestBody.content) } }),
  };
}

function withoutExamples(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}
