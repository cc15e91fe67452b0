import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../load/http-client';

const PATIENCE_MS = 30_000;

/**
 * Sends a trace to the gateways and reads it from the query service, both by their Services. @throws Error where the trace is not answered
 */
export async function tryOut(writes: HttpClient, reads: HttpClient): Promise<void> {
  const id = randomUUID();
  const trace = { id, name: 'first', timestamp: new Date().toISOString() };
  const body = Buffer.from(JSON.stringify({ trace, observations: [] }));
  const sent = await writes
    .post('/v1/l/batch', { 'content-type': 'application/json' }, body)
    .catch((error: unknown) => {
      throw new Error('the gateways are not reached by a port of a node: give --node-address', { cause: error });
    });
  if (sent.status !== 200) throw new Error(`the first trace was answered ${sent.status}: ${sent.body.toString()}`);
  const receipt = sent.headers['sluice-receipt'];
  for (const begun = performance.now(); ;) {
    const { status, body: found } = await reads.get(`/api/public/traces/${id}`, { 'sluice-receipt': receipt });
    if (status === 200) return;
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`it is read with ${status}: ${found.toString()}`);
    await sleep(200);
  }
}
