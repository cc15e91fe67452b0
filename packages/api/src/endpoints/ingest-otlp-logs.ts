import type { Operation } from '../document';
import { answer, BODY, bodyRefusals, protobuf, RECEIPT } from '../responses';
import { ref } from '../schemas/values';

export const ingestOtlpLogs: Operation = {
  operationId: 'ingestOtlpLogs',
  tags: ['Ingestion'],
  summary: 'Refuse OpenTelemetry logs',
  description:
    'Logs are not stored. An SDK with the base address `/api/public/otel` sends them here all the same: it is told in `partialSuccess` that all of them were refused, and does not send them again.',
  requestBody: {
    description: BODY,
    required: true,
    content: {
      'application/json': {
        schema: ref('OtlpLogRequest'),
        example: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'started' } }] }] }] },
      },
      ...protobuf('logs.v1.ExportLogsServiceRequest'),
    },
  },
  responses: {
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
    ...bodyRefusals,
  },
};
