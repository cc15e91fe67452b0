import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, protobuf } from '../responses';
import { otlpSchemas } from '../schemas/otlp';
import { ref } from '../schemas/values';

export const ingestOtlpTraces = {
  method: 'post',
  path: '/api/public/otel/v1/traces',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store OpenTelemetry spans',
  description:
    'OTLP/HTTP, for exporters with the base address `/api/public/otel`. A span becomes an observation; its trace id is the id of the trace. A span with an invalid id or structure is refused alone and reported in `partialSuccess`; if all are invalid, the answer is 400. A value over its limit is left out, reported in `errorMessage`, and named in the metadata `sluice.omitted`. Any other `Content-Type` is 400; its parameters are ignored.',
  body: {
    'application/json': {
      schema: ref('OtlpTraceRequest'),
      example: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: '5b8efff798038103d269b633813fc60c',
                    spanId: 'eee19b7ec3c1b174',
                    name: 'chat gpt-4o',
                    kind: 3,
                    startTimeUnixNano: '1795168800000000000',
                    endTimeUnixNano: '1795168801500000000',
                    attributes: [
                      { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
                      { key: 'gen_ai.usage.input_tokens', value: { intValue: '400' } },
                      { key: 'gen_ai.usage.output_tokens', value: { intValue: '20' } },
                      { key: 'user.id', value: { stringValue: 'ada' } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    ...protobuf('trace.v1.ExportTraceServiceRequest'),
  },
  answers: {
    '200': answer(
      'The data is durable. The answer has the encoding of the request.',
      {
        'application/json': {
          schema: ref('OtlpTraceResponse'),
          examples: {
            stored: { summary: 'All spans were stored', value: {} },
            partly: {
              summary: 'One span could not be stored',
              value: {
                partialSuccess: {
                  rejectedSpans: '1',
                  errorMessage: 'resourceSpans[0].scopeSpans[0].spans[1]: traceId must be 16 bytes, not all zero',
                },
              },
            },
          },
        },
        ...protobuf('trace.v1.ExportTraceServiceResponse'),
      },
      RECEIPT,
    ),
  },
  schemas: otlpSchemas,
} satisfies Endpoint;
