import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';
import type { Received } from './read-result';

const COUNTED_DIGITS = 8;

/**
 * Makes ascending ids from a new one: of two updates of one request the later one must win, and of two records with the same receive time
 * the one with the higher id wins (design: stamps).
 */
export function ascendingIds(requestId: string): () => string {
  const common = requestId.slice(0, -COUNTED_DIGITS);
  let next = 0;
  return () => common + (next++).toString(16).padStart(COUNTED_DIGITS, '0');
}

/** Makes the record ids of a metric request, by the number of the chunk. */
export function chunkIds(body: Buffer, { requestId, repeatable, project }: Received): (chunk: number) => string {
  return repeatable === undefined ? ascendingIds(requestId) : repeatableIds({ ...repeatable, body, project });
}

/** Makes record ids that are the same for a repetition of the request (contract: Metric points and series). */
function repeatableIds(request: {
  readonly sender: string;
  readonly key: string;
  readonly body: Buffer;
  readonly project: string | undefined;
}): (chunk: number) => string {
  // Credentials may be moved to another project: earlier data of them is not stored there.
  const ofProject = request.project === undefined ? [] : [request.project];
  const body = createHash('sha256').update(request.body).digest('hex');
  return (chunk) => {
    const parts = JSON.stringify([request.sender, request.key, body, chunk, ...ofProject]);
    return dashed(createHash('sha256').update(parts).digest('hex').slice(0, 32));
  };
}
