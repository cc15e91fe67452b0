import { decodeNativeBatch } from '@sluice/decode';
import { type Route, sendJson } from '@sluice/http';
import { normalizeBatch } from '@sluice/normalize';
import { counted } from '@sluice/runtime';
import { type GatewayParts, ingest } from '../ingest';

/** POST /v1/l/batch (spec 4.1): one trace and its observations. The whole batch is valid, or nothing of it is stored. */
export function traceBatchRoute(parts: GatewayParts): Route {
  const { limits, prefixes, newId } = parts;
  return {
    method: 'post',
    path: '/v1/l/batch',
    handle: async (request, response) => {
      const { items } = await ingest(parts, 'native', request, ({ body, receivedAt }) => {
        const batch = decodeNativeBatch(body, limits.decode);
        const context = { receivedAt, newRecordId: newId, prefixes, limits: limits.normalize };
        return { topic: 'sluice.traces.v1', records: normalizeBatch(batch, context), items: batch.observations.length };
      });
      sendJson(response, 200, JSON.stringify({ message: `stored the trace and ${counted(items, 'observation')}` }));
    },
  };
}
