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
    'Logs are not stored. An SDK with the base address `/api/public/otel` sends them here all the same: it is told in `partialSuccess` that all of them were refused, and does not send them again.',
  body: {
    'application/json': {
      schema: ref('OtlpLogRequest'),
      example: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'started' } }] }] }] },
    },
    ...protobuf('logs.v1.ExportLogsServiceRequest'),
  },
  answers: {
    '200': answer(
      'Nothing was stored. In the encoding of the request.',
      {
        'application/json': {
          schema: ref('OtlpLogResponse'),
          examples: {
            none: { summary: 'There were no log records', value: {} },
            refused: {
              summary: 'There was one',
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
