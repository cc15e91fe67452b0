import { createHash } from 'node:crypto';
import { decodeMetricBatch } from '@sluice/decode';
import { type Route, badRequest, credentialIdOf, sendJson } from '@sluice/http';
import { normalizeMetrics } from '@sluice/normalize';
import { dashed } from '@sluice/record';
import { counted } from '@sluice/runtime';
import { type GatewayParts, ingest } from '../ingest';

const LONGEST_KEY = 255;

/** POST /v1/metrics/batch (spec 4.5): metric points. A retry with the same Idempotency-Key stores nothing twice. */
export function metricBatchRoute(parts: GatewayParts): Route {
  const { limits, newId } = parts;
  return {
    method: 'post',
    path: '/v1/metrics/batch',
    handle: async (request, response) => {
      const key = request.get('idempotency-key');
      if (key !== undefined && (key.length === 0 || key.length > LONGEST_KEY)) {
        throw badRequest(`Idempotency-Key must have 1 to ${LONGEST_KEY} characters`);
      }
      const { items } = await ingest(parts, 'metric', request, ({ body, receivedAt }) => {
        const points = decodeMetricBatch(body, limits.decode, receivedAt);
        const recordIdOfChunk =
          key === undefined ? newId : repeatableIds({ sender: credentialIdOf(response), key, body });
        const records = normalizeMetrics(points, { receivedAt, recordIdOfChunk, limits: limits.normalize });
        return { topic: 'sluice.metrics.v1', records, items: points.length };
      });
      sendJson(response, 200, JSON.stringify({ message: `stored ${counted(items, 'point')}`, accepted: items }));
    },
  };
}

/** Record ids that a repetition of the same request has again (contract: Metric points and series). */
function repeatableIds(request: { sender: string; key: string; body: Buffer }): (chunk: number) => string {
  const body = createHash('sha256').update(request.body).digest('hex');
  return (chunk) => {
    const parts = JSON.stringify([request.sender, request.key, body, chunk]);
    return dashed(createHash('sha256').update(parts).digest('hex').slice(0, 32));
  };
}
