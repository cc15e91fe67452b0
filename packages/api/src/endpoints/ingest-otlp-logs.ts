import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, protobuf } from '../responses';
import { ref } from '../schemas/values';

export const ingestOtlpLogs = {
  method: 'post',
  path: '/api/public/otel/v1/logs',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Refuse OpenTelemetry logs',
  description:
    'Logs are not stored. An SDK with the base address `/api/public/otel` sends them here nevertheless. `partialSuccess` reports that all records were refused, so the SDK does not retry.',
  body: {
    'application/json': {
      schema: ref('OtlpLogRequest'),
      example: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'started' } }] }] }] },
    },
    ...protobuf('logs.v1.ExportLogsServiceRequest'),
  },
  answers: {
    '200': answer(
      'Nothing was stored. The answer has the encoding of the request.',
      {
        'application/json': {
          schema: ref('OtlpLogResponse'),
          examples: {
            none: { summary: 'The request has no log records', value: {} },
            refused: {
              summary: 'The request has one log record',
              value: {
                partialSuccess: {
                  rejectedLogRecords: '1',
                  errorMessage:
                    'logs are not stored: send traces and metrics only (OTEL_LOGS_EXPORTER=none), or logs to a backend that takes them',
                },
              },
            },
          },
        },
        ...protobuf('logs.v1.ExportLogsServiceResponse'),
      },
      RECEIPT,
    ),
  },
} satisfies Endpoint;
