import { LISTS } from '@sluice/decode/schemas';
import type { Endpoint } from '../endpoint';
import { idempotencyKey } from '../parameters';
import { RECEIPT, answer, json } from '../responses';
import { count, exactly, ref, text } from '../schemas/values';

export const ingestMetrics = {
  method: 'post',
  path: '/v1/metrics/batch',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store metric points',
  description:
    'Stores a batch of points. One invalid point refuses the whole batch and is named. Points are not deduplicated by value: send an `Idempotency-Key` to make a retry safe. The body is read as JSON with any `Content-Type`; unknown members are ignored.',
  headers: [idempotencyKey],
  list: 'metrics',
  body: json(ref('MetricBatch'), {
    metrics: [
      {
        name: 'queue_depth',
        labels: { queue: 'mail', region: 'eu' },
        value: 12,
        timestamp: '2026-11-20T22:00:05Z',
      },
    ],
  }),
  answers: {
    '200': answer(
      'The batch is durable. With separate services a read may see it later: see `Sluice-Receipt`.',
      json(ref('MetricBatchResult'), { message: 'stored 1 point', accepted: 1 }),
      RECEIPT,
    ),
  },
  schemas: {
    ...LISTS.metrics.components,
    MetricBatchResult: exactly('The committed batch.', {
      message: text('Summary of the stored items, for people.'),
      accepted: count('Points of the batch.'),
    }),
  },
} satisfies Endpoint;
