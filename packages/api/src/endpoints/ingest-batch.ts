import { BATCH_COMPONENTS } from '@sluice/decode/schemas';
import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, json } from '../responses';
import { exactly, ref, text } from '../schemas/values';

export const ingestBatch = {
  method: 'post',
  path: '/v1/l/batch',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store a trace and observations',
  description:
    'Stores a trace and observations, or updates them: the same ids again replace members that are present and keep absent ones; the value received later wins. The whole batch is checked before any of it is stored, and the message of a refusal names the member. The same batch twice changes nothing, so a retry is safe. The body is read as JSON with any `Content-Type`; unknown members are ignored.',
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
      'The batch is durable. With separate services a read may see it later: see `Sluice-Receipt`.',
      json(ref('BatchResult'), { message: 'stored the trace and 1 observation' }),
      RECEIPT,
    ),
  },
  schemas: {
    ...BATCH_COMPONENTS,
    BatchResult: exactly('The committed batch.', { message: text('Summary of the stored items, for people.') }),
  },
} satisfies Endpoint;
