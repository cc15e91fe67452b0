import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';
import type { Received } from './read-result';

const COUNTED_DIGITS = 8;

/**
 * Ids that ascend, made of one that is new: of two statements of one request the later one wins, because of two records
 * that were received at the same time the one with the higher id does (design: stamps).
 */
export function ascendingIds(requestId: string): () => string {
  const common = requestId.slice(0, -COUNTED_DIGITS);
  let next = 0;
  return () => common + (next++).toString(16).padStart(COUNTED_DIGITS, '0');
}

/** The record ids of a metric request, by the number of the chunk. */
export function chunkIds(body: Buffer, { requestId, repeatable, project }: Received): (chunk: number) => string {
  return repeatable === undefined ? ascendingIds(requestId) : repeatableIds({ ...repeatable, body, project });
}

/** Record ids that a repetition of the same request has again (contract: Metric points and series). */
function repeatableIds(request: {
  readonly sender: string;
  readonly key: string;
  readonly body: Buffer;
  readonly project: string | undefined;
}): (chunk: number) => string {
  // Credentials may be moved to another project: what they sent before is not stored there.
  const ofProject = request.project === undefined ? [] : [request.project];
  const body = createHash('sha256').update(request.body).digest('hex');
  return (chunk) => {
    const parts = JSON.stringify([request.sender, request.key, body, chunk, ...ofProject]);
    return dashed(createHash('sha256').update(parts).digest('hex').slice(0, 32));
  };
}
