import { type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import type { TextBytes } from '../port';
import { type TestWriter, openWriter, storeNext } from '../writer.testing';

let reported: TextBytes[] = [];
let writer: TestWriter;
beforeAll(() => {
  writer = openWriter({ now: HISTORY_START, onTexts: (bytes) => void reported.push(bytes) });
});
afterAll(() => writer.close());
beforeEach(async () => {
  await writer.clear();
  reported = [];
});

/** Text of 7,000 words, about 48 kB; those of two numbers have no passage in common. */
const text = (n: number): string =>
  JSON.stringify(
    Array.from({ length: 7000 }, (_, at) => (Math.imul(at + 1_000_000 * n, 2_654_435_761) >>> 0).toString(36)).join(
      ' ',
    ),
  );

async function store(n: number, inputs: Readonly<Record<number, string>>): Promise<TextBytes> {
  const [receivedAt, recordId] = [HISTORY_START + n, uuid(100 + n)];
  const observations = Object.entries(inputs).map(([id, input]) => ({ id: uuid(Number(id)), counted: true, input }));
  const updates = [{ stamp: receiveStamp(receivedAt, recordId), fields: {} }];
  const record: TraceRecord = {
    kind: 'trace',
    recordId,
    receivedAt,
    traceId: uuid(1),
    tags: [],
    updates,
    observations,
  };
  await storeNext(writer.newStore(), [record]);
  expect(reported).toHaveLength(n);
  return reported.at(-1) as TextBytes;
}

const bytesOf = (n: number): number => Buffer.byteLength(text(n));
const packedBytes = async (): Promise<number> => {
  const { rows } = await writer.owner.query<{ bytes: number }>(
    'select coalesce(sum(octet_length(body)), 0)::integer as bytes from sluice.text_packs',
  );
  return rows[0]?.bytes ?? NaN;
};

test('a batch reports new and repeated bytes of long texts, and nothing of short ones or of those sent again', async () => {
  expect(await store(1, { 1: '"short"' })).toEqual({ new: 0, repeated: 0, dead: 0, erased: 0 });
  expect(await store(2, { 2: text(1), 3: text(1) })).toEqual({
    new: bytesOf(1),
    repeated: bytesOf(1),
    dead: 0,
    erased: 0,
  });
  expect(await packedBytes()).toBe(bytesOf(1));
  expect(await store(3, { 4: text(1) })).toEqual({ new: 0, repeated: bytesOf(1), dead: 0, erased: 0 });
  expect(await store(4, { 4: text(1) })).toEqual({ new: 0, repeated: 0, dead: 0, erased: 0 });
});

test('a batch reports bytes of replaced texts as dead, and as erased once there are too many', async () => {
  await store(1, { 1: text(1) });
  expect(await store(2, { 1: text(2) })).toEqual({ new: bytesOf(2), repeated: 0, dead: bytesOf(1), erased: 0 });
  expect(await store(3, { 1: text(3) })).toEqual({
    new: bytesOf(3),
    repeated: 0,
    dead: bytesOf(2),
    erased: bytesOf(1) + bytesOf(2),
  });
});
