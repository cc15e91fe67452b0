import type { ListPortions } from '@sluice/decode';
import { type ListForm, ListNormalizer } from '@sluice/normalize';
import type { Kind } from '@sluice/record';
import type { Received, Reading } from './read-result';
import { chunkIds } from './record-ids';

/**
 * Makes the reader of bodies with a list of items, which become records of one kind.
 * @throws DecodeError
 */
export const readList = <K extends Kind>(portionsOf: ListPortions<K>, form: ListForm<K>) =>
  function* (body: Buffer, received: Received): Reading {
    const { limits, receivedAt } = received;
    const context = { receivedAt, recordIdOfChunk: chunkIds(body, received), limits: limits.normalize };
    const normalizer = new ListNormalizer(form, context);
    let items = 0;
    for (const portion of portionsOf(body, limits.decode, receivedAt)) {
      items += portion.length;
      yield normalizer.records(portion);
    }
    yield normalizer.rest();
    return { items, refused: 0, reasons: [], omitted: [] };
  };
