import { type TestReader, openReader } from './reader.testing';

let reader: TestReader;
beforeAll(() => {
  reader = openReader();
});
afterAll(() => reader.close());

test('tells how many records up to some places are not stored yet', async () => {
  await reader.owner.query(
    `insert into sluice.ingest_offset (topic, epoch, "partition", next_offset)
     values ('t', 0, 0, 900), ('t', 1, 0, 10), ('t', 0, 1, 5)`,
  );
  const missing = (...places: [topic: string, partition: number, offset: number][]) =>
    reader.store.recordsMissing(places.map(([topic, partition, offset]) => ({ topic, partition, offset })));
  expect(await missing(['t', 0, 9], ['t', 1, 4])).toBe(0);
  expect(await missing(['t', 0, 10])).toBe(1);
  // The epoch that ended is not asked; a partition that nobody has begun stands at 0.
  expect(await missing(['t', 0, 12], ['t', 1, 4], ['t', 2, 1], ['other', 0, 0])).toBe(3 + 2 + 1);
});
