import { POINT_LIMITS, REQUEST_LIMITS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { idempotencyKey } from '../parameters';
import { RECEIPT, answer, json } from '../responses';
import { count, exactly, ref, sentTime, text } from '../schemas/values';

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
    MetricBatch: {
      type: 'object',
      description: 'Points of any metrics.',
      required: ['metrics'],
      properties: {
        metrics: { type: 'array', maxItems: REQUEST_LIMITS.items, items: ref('MetricPoint') },
      },
    },
    MetricPoint: {
      type: 'object',
      description: 'One measured value.',
      required: ['name', 'value'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: POINT_LIMITS.name, description: 'The metric.' },
        labels: {
          type: ['object', 'null'],
          maxProperties: POINT_LIMITS.labels,
          propertyNames: { maxLength: POINT_LIMITS.labelName },
          additionalProperties: { type: 'string', maxLength: POINT_LIMITS.labelValue },
          description: 'Labels by name. Default: none.',
        },
        value: { type: 'number', description: 'Value; finite.' },
        timestamp: sentTime('Time of the value, at most one day ahead. Default: now.'),
      },
    },
    MetricBatchResult: exactly('The committed batch.', {
      message: text('Summary of the stored items, for people.'),
      accepted: count('Points of the batch.'),
    }),
  },
} satisfies Endpoint;
