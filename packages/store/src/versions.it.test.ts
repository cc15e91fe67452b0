import { deliveryOf, traceHistory } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { collect, textOf } from './read/collect-fragments.testing';
import { type TestReader, openReader } from './read/reader.testing';
import type { StoredText, TraceDetail, TraceList } from './read/trace';
import { type TestWriter, openWriter } from './write/writer.testing';

let reader: TestReader;
let writer: TestWriter;
beforeAll(() => {
  reader = openReader();
  writer = openWriter();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});

/** All that is answered, as text. */
async function written(value: unknown): Promise<string> {
  if (value !== null && typeof value === 'object') {
    if (Symbol.asyncIterator in value) return textOf(value as StoredText);
    const members = Object.entries(value).map(async ([name, member]) => `${name}:${await written(member)}`);
    return `{${(await Promise.all(members)).join()}}`;
  }
  return String(value);
}

const include = { io: true, observations: true };

const listText = async ({ totalItems, portions }: TraceList): Promise<string> =>
  `${totalItems}${await written(await collect(portions))}`;

const detailText = async ({ trace, readIo, observations }: TraceDetail): Promise<string> =>
  written([trace, await readIo(), await collect(observations)]);

/** Answers by their version. Every answer of one version must be the same. */
class Answers {
  readonly #texts = new Map<string, string>();

  see(version: string, text: string): void {
    expect(text).toBe(this.#texts.get(version) ?? text);
    this.#texts.set(version, text);
  }
}

it('gives every other answer another version', async () => {
  const list = () =>
    reader.store.listTraces({
      filter: { tags: [], environments: [] },
      order: { field: 'timestamp', direction: 'desc' },
      page: 1,
      limit: 50,
      include,
    });
  const deliveries = traceHistory.chain((records) =>
    deliveryOf(records).map((batches) => ({ batches, ids: [...new Set(records.map(({ traceId }) => traceId))] })),
  );
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ batches, ids }) => {
      await writer.clear();
      const lists = new Answers();
      const details = new Map(ids.map((id) => [id, new Answers()]));
      for (const batch of batches) {
        await writer.storeAll([batch]);
        const all = await list();
        lists.see(all.version, await listText(all));
        for (const id of ids) {
          const detail = await reader.store.getTrace({ id, include });
          if (detail !== undefined) details.get(id)?.see(detail.version, await detailText(detail));
        }
      }
    }),
    { numRuns: 20 },
  );
});
