import { randomUUID } from 'node:crypto';
import type { Answer, HttpClient } from './http-client';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Trace of a name, as a native batch. */
export interface SmallTrace {
  readonly id: string;
  readonly body: Buffer;
}

/** Makes a trace. @param observations number of its observations; none where a comparison counts those of others */
export function smallTrace(observations: 0 | 1): SmallTrace {
  const [id, timestamp] = [randomUUID(), new Date().toISOString()];
  const observation = { id: randomUUID(), type: 'SPAN', name: 'one', startTime: timestamp };
  const batch = { trace: { id, name: 'small', timestamp }, observations: [observation].slice(0, observations) };
  return { id, body: Buffer.from(JSON.stringify(batch)) };
}

export function sendTrace(http: HttpClient, { body }: SmallTrace): Promise<Answer> {
  return http.post('/v1/l/batch', JSON_TYPE, body);
}

/** Reads with the receipt of a write: the answer waits until it is stored, or is 503. */
export function readAfter({ headers }: Pick<Answer, 'headers'>, http: HttpClient, path: string): Promise<Answer> {
  const { 'sluice-receipt': receipt } = headers;
  return http.get(`/api/public/${path}`, receipt === undefined ? {} : { 'sluice-receipt': receipt });
}
