import { nativePortions } from '@sluice/decode';
import { normalizeBatch } from '@sluice/normalize';
import type { Received, Reading } from './read-result';
import { ascendingIds } from './record-ids';

/**
 * Reads the records of a body of `POST /v1/l/batch`.
 * @throws DecodeError
 */
export function* readNative(body: Buffer, { limits, receivedAt, requestId, prefixes }: Received): Reading {
  const context = { receivedAt, newRecordId: ascendingIds(requestId), prefixes, limits: limits.normalize };
  let items = 0;
  for (const portion of nativePortions(body, limits.decode)) {
    items += portion.observations.length;
    yield normalizeBatch(portion, context);
  }
  return { items, refused: 0, reasons: [], omitted: [] };
}
