import { portionsOf } from '@sluice/decode';
import type { ItemList } from '@sluice/decode/schemas';
import { ListNormalizer } from '@sluice/normalize';
import type { Kind } from '@sluice/record';
import type { Received, Reading } from './read-result';
import { chunkIds } from './record-ids';

/**
 * Makes the reader of bodies with a list of items, which become records of one kind.
 * @throws DecodeError
 */
export function readList<K extends Kind>(list: ItemList<K>) {
  const portions = portionsOf(list);
  return function* (body: Buffer, received: Received): Reading {
    const { limits, receivedAt } = received;
    const context = { receivedAt, recordIdOfChunk: chunkIds(body, received), limits: limits.normalize };
    const normalizer = new ListNormalizer(list.kind, context);
    let items = 0;
    for (const portion of portions(body, limits.decode, receivedAt)) {
      items += portion.length;
      yield normalizer.records(portion);
    }
    yield normalizer.rest();
    return { items, refused: 0, reasons: [], omitted: [] };
  };
}
