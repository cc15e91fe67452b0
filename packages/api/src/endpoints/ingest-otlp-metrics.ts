import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, protobuf } from '../responses';
import { otlpMetricSchemas } from '../schemas/otlp-metrics';
import { ref } from '../schemas/values';

export const ingestOtlpMetrics = {
  method: 'post',
  path: '/api/public/otel/v1/metrics',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store OpenTelemetry metrics',
  description:
    'OTLP/HTTP, for exporters with the base address `/api/public/otel`. A data point becomes a metric point; a data point of a histogram or summary becomes one for each figure. The labels are its attributes as text, the names of its resource, and the temporality. An invalid data point is refused alone and reported in `partialSuccess`; if all are invalid, the answer is 400. The same bytes with the same credentials within 24 hours store nothing twice. Any other `Content-Type` is 400; its parameters are ignored.',
  body: {
    'application/json': {
      schema: ref('OtlpMetricRequest'),
      example: {
        resourceMetrics: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
            scopeMetrics: [
              {
                metrics: [
                  {
                    name: 'gen_ai.client.token.usage',
                    unit: '{token}',
                    histogram: {
                      aggregationTemporality: 1,
                      dataPoints: [
                        {
                          timeUnixNano: '1795168800000000000',
                          count: '3',
                          sum: 420,
                          min: 20,
                          max: 300,
                          bucketCounts: ['1', '2'],
                          explicitBounds: [64],
                          attributes: [{ key: 'gen_ai.token.type', value: { stringValue: 'input' } }],
                        },
                      ],
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    ...protobuf('metrics.v1.ExportMetricsServiceRequest'),
  },
  answers: {
    '200': answer(
      'The data is durable. The answer has the encoding of the request.',
      {
        'application/json': {
          schema: ref('OtlpMetricResponse'),
          examples: {
            stored: { summary: 'All data points were stored', value: {} },
            partly: {
              summary: 'One data point could not be stored',
              value: {
                partialSuccess: {
                  rejectedDataPoints: '1',
                  errorMessage:
                    'resourceMetrics[0].scopeMetrics[0].metrics[0].gauge.dataPoints[1]: asDouble or asInt is required',
                },
              },
            },
          },
        },
        ...protobuf('metrics.v1.ExportMetricsServiceResponse'),
      },
      RECEIPT,
    ),
  },
  schemas: otlpMetricSchemas,
} satisfies Endpoint;
