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
    'OTLP/HTTP: point an exporter at `/api/public/otel`. A data point becomes a metric point, that of a histogram or summary one for each figure. Its labels are its attributes as text, what names its resource, and the temporality. A data point that cannot be stored is refused alone and told in `partialSuccess`; when all are, the answer is 400. The same bytes with the same credentials again within 24 hours store nothing twice. Any other `Content-Type` is 400; its parameters do not matter.',
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
      'It is safe. In the encoding of the request.',
      {
        'application/json': {
          schema: ref('OtlpMetricResponse'),
          examples: {
            stored: { summary: 'Every data point was stored', value: {} },
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
