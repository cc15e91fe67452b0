import { EVENT_COMPONENTS } from '@sluice/decode/schemas';
import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, json } from '../responses';
import { exactly, ref, text } from '../schemas/values';

const eventId = text('Id of the event; `unknown` if it has none.');

export const ingestEvents = {
  method: 'post',
  path: '/api/public/ingestion',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store events of traces and observations',
  description:
    'The write API of Langfuse clients before OpenTelemetry. Each event is stored or refused by itself. Of two values the one of the later event is stored, by `timestamp`, then updates over creates, then by place in the batch; of creates the first keeps `timestamp`, `startTime` and `environment`. So the same batch again changes nothing. The body is read as JSON with any `Content-Type`; unknown members are ignored.',
  body: json(ref('IngestionBatch'), {
    batch: [
      {
        id: '2f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
        type: 'trace-create',
        timestamp: '2026-11-20T10:00:00.000Z',
        body: { id: 'support-chat-1', name: 'support', userId: 'ada' },
      },
    ],
  }),
  answers: {
    '207': answer(
      'Accepted events are durable. With separate services a read may see them later: see `Sluice-Receipt`.',
      json(ref('IngestionResult'), {
        successes: [{ id: '2f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', status: 201 }],
        errors: [],
      }),
      RECEIPT,
    ),
  },
  schemas: {
    ...EVENT_COMPONENTS,
    IngestionResult: exactly('Results by event.', {
      successes: {
        type: 'array',
        description: 'Stored events, in the order sent.',
        items: exactly('A stored event.', { id: eventId, status: { type: 'integer', const: 201 } }),
      },
      errors: {
        type: 'array',
        description: 'Refused events, in the order sent.',
        items: exactly('A refused event.', {
          id: eventId,
          status: { type: 'integer', enum: [400, 401] },
          message: text('Names the member and what is accepted.'),
          error: text('Name of the error.'),
        }),
      },
    }),
  },
} satisfies Endpoint;
