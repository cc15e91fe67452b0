import type { ItemList } from '@sluice/decode';
import { ListNormalizer } from '@sluice/normalize';
import type { Kind } from '@sluice/record';
import type { Received, Reading } from './read-result';
import { chunkIds } from './record-ids';

/**
 * Makes the reader of bodies with a list of items, which become records of one kind.
 * @throws DecodeError
 */
export const readList = <K extends Kind>({ kind, portions }: ItemList<K>) =>
  function* (body: Buffer, received: Received): Reading {
    const { limits, receivedAt } = received;
    const context = { receivedAt, recordIdOfChunk: chunkIds(body, received), limits: limits.normalize };
    const normalizer = new ListNormalizer(kind, context);
    let items = 0;
    for (const portion of portions(body, limits.decode, receivedAt)) {
      items += portion.length;
      yield normalizer.records(portion);
    }
    yield normalizer.rest();
    return { items, refused: 0, reasons: [], omitted: [] };
  };
