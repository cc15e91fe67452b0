import { randomUUID } from 'node:crypto';
import type { HttpClient } from '../load/http-client';
import { Distribution } from '../report/distribution';

const JSON_TYPE = { 'content-type': 'application/json' };

export interface ProbeOptions {
  readonly gateway: HttpClient;
  readonly query: HttpClient;
  readonly isOver: () => boolean;
}

/**
 * Writes one small trace after the other and reads each with its receipt.
 * @returns milliseconds from the acknowledgement of each trace to the answer that contains it
 * @throws Error where a trace is never answered
 */
export async function probeVisibility({ gateway, query, isOver }: ProbeOptions): Promise<Distribution> {
  const visible = new Distribution();
  while (!isOver()) {
    const id = randomUUID();
    const body = Buffer.from(JSON.stringify({ trace: { id, name: 'probe' }, observations: [] }));
    const { status, headers } = await gateway.post('/v1/l/batch', JSON_TYPE, body);
    const acknowledged = performance.now();
    if (status !== 200) continue;
    const receipt = { 'sluice-receipt': String(headers['sluice-receipt']) };
    for (;;) {
      const answer = await query.get(`/api/public/traces/${id}`, receipt);
      if (answer.status === 200) break;
      if (answer.status !== 503) throw new Error(`a trace whose receipt was brought is answered ${answer.status}`);
    }
    visible.add(performance.now() - acknowledged);
  }
  return visible;
}
