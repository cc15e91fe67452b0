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
    'One bad point refuses the batch and is named. Points are not deduplicated by their value: send an `Idempotency-Key` to be able to send a batch again. The body is read as JSON whatever its `Content-Type`; members that are not listed are ignored.',
  headers: [idempotencyKey],
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
      'It is safe. Several processes store it within moments: see `Sluice-Receipt`.',
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
          description: 'Default: none.',
        },
        value: { type: 'number', description: 'Finite.' },
        timestamp: sentTime('Default: now. At most a day ahead.'),
      },
    },
    MetricBatchResult: exactly('Everything is committed.', {
      message: text('What was stored, for people.'),
      accepted: count('Points of the batch.'),
    }),
  },
} satisfies Endpoint;
