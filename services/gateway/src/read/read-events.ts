import { eventPortions } from '@sluice/decode';
import { normalizeEvent } from '@sluice/normalize';
import type { EventResult, Received, Reading } from './read-result';
import { ascendingIds } from './record-ids';

/**
 * Reads the records of a body of `POST /api/public/ingestion`. A refused event has a result, and costs no other event.
 * @throws DecodeError
 */
export function* readEvents(body: Buffer, { limits, receivedAt, requestId, prefixes }: Received): Reading {
  const context = { receivedAt, newRecordId: ascendingIds(requestId), prefixes, limits: limits.normalize };
  const events: EventResult[] = [];
  const reasons: string[] = [];
  let items = 0;
  for (const portion of eventPortions(body, limits.decode)) {
    const records = [];
    for (const event of portion) {
      if (event.kind === 'refused') {
        events.push({ id: event.eventId, refused: event.message });
        reasons.push(event.message);
        continue;
      }
      const record = normalizeEvent(event, context);
      if (record === undefined) continue;
      events.push({ id: event.eventId });
      items += 1;
      records.push(record);
    }
    yield records;
  }
  return { items, refused: reasons.length, reasons, omitted: [], events };
}
