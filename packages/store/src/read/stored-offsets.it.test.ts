import { type TestReader, openReader } from './reader.testing';

let reader: TestReader;
beforeAll(() => {
  reader = openReader();
});
afterAll(() => reader.close());

test('tells whether all records up to some places are stored', async () => {
  await reader.owner.query(
    `insert into sluice.ingest_offset (topic, epoch, "partition", next_offset)
     values ('t', 0, 0, 900), ('t', 1, 0, 10), ('t', 0, 1, 5)`,
  );
  const stored = (...places: [topic: string, partition: number, offset: number][]) =>
    reader.store.areStored(places.map(([topic, partition, offset]) => ({ topic, partition, offset })));
  expect(await stored()).toBe(true);
  expect(await stored(['t', 0, 9], ['t', 1, 4])).toBe(true);
  expect(await stored(['t', 0, 10])).toBe(false);
  expect(await stored(['t', 0, 9], ['t', 1, 5])).toBe(false);
  // The epoch that ended is not read; a new partition has the committed offset 0.
  expect(await stored(['t', 0, 899])).toBe(false);
  expect(await stored(['t', 2, 0])).toBe(false);
  expect(await stored(['other', 0, 0])).toBe(false);
});
