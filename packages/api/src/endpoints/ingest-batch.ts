import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, json } from '../responses';
import { traceBatchSchemas } from '../schemas/native-batch';
import { exactly, ref, text } from '../schemas/values';

export const ingestBatch = {
  method: 'post',
  path: '/v1/l/batch',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store a trace and observations',
  description:
    'Or update them: the same ids again replace what is present and keep what is absent; of two values the one received later wins. The whole batch is checked before any of it is stored, and the message of a refusal names the place. Safe to send again: the same batch twice changes nothing. The body is read as JSON whatever its `Content-Type`; members that are not listed are ignored.',
  body: json(ref('TraceBatch'), {
    trace: {
      id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
      name: 'support-chat',
      userId: 'ada',
      session_id: 'chat-1',
      tags: ['beta', 'billing'],
      release: '2026.11',
      metadata: { region: 'eu' },
    },
    observations: [
      {
        id: '2f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
        parentObservationId: null,
        type: 'GENERATION',
        name: 'chat',
        startTime: '2026-11-20T10:00:00.2Z',
        endTime: '2026-11-20T10:00:02.2Z',
        model: 'gpt-4o',
        promptTokens: 1200,
        completionTokens: 80,
        totalTokens: 1280,
        input: { messages: [{ role: 'user', content: 'Where is my invoice?' }] },
        output: { role: 'assistant', content: 'In your inbox.' },
      },
    ],
  }),
  answers: {
    '200': answer(
      'It is safe. Several processes store it within moments: see `Sluice-Receipt`.',
      json(ref('BatchResult'), { message: 'stored the trace and 1 observation' }),
      RECEIPT,
    ),
  },
  schemas: {
    ...traceBatchSchemas,
    BatchResult: exactly('Everything is committed.', { message: text('What was stored, for people.') }),
  },
} satisfies Endpoint;
