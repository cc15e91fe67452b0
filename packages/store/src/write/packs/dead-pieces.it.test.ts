import { type SluiceRecord, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../writer.testing';

const NOW = HISTORY_START;

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter({ now: NOW });
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

/** Text of so many words; those of two numbers have no passage in common. */
const text = (n: number, words: number): string =>
  JSON.stringify(
    Array.from({ length: words }, (_, at) => (Math.imul(at + 1_000_000 * n, 2_654_435_761) >>> 0).toString(36)).join(
      ' ',
    ),
  );

/** The n-th record of one trace. */
function record(n: number, observations: TraceRecord['observations'], input?: string): SluiceRecord {
  const [receivedAt, recordId] = [NOW + n, uuid(100 + n)];
  const fields = input === undefined ? {} : { input: { text: input } };
  const updates = [{ stamp: receiveStamp(receivedAt, recordId), fields }];
  return { kind: 'trace', recordId, receivedAt, traceId: uuid(1), tags: [], updates, observations };
}

const step = (n: number, input: string) => ({ id: uuid(1000 + n), counted: true, input });

const packs = async () =>
  (
    await writer.owner.query<{ no: number; bytes: number; zeros: number }>(
      `select no, octet_length(body) as bytes, octet_length(body) - octet_length(replace(encode(body, 'escape'), '\\000', '')::bytea) as zeros
       from sluice.text_packs order by no`,
    )
  ).rows;
const deadBytes = async () =>
  (await writer.owner.query<{ bytes: string | null }>('select dead_bytes as bytes from sluice.traces')).rows[0]?.bytes;
const inputs = async () =>
  (await writer.owner.query<{ input: string }>('select input from sluice.observation_view order by id')).rows.map(
    ({ input }) => input,
  );

const WORDS = 7000; // about 48 kB

test('a trace of short texts has no packs, until it gets a long one', async () => {
  await writer.storeAll([[record(1, [step(1, '"short"')])]]);
  expect(await deadBytes()).toBeNull();
  await writer.storeAll([[record(2, [step(2, text(1, 500))])]]);
  expect(await deadBytes()).toBe('0');
  await writer.storeAll([[record(3, [step(3, text(1, 600))])]]);
  expect(await inputs()).toEqual(['"short"', text(1, 500), text(1, 600)]);
});

test('bytes of a replaced text are counted, apart from those that the new one repeats', async () => {
  await writer.storeAll([[record(1, [step(1, text(1, WORDS))])]]);
  expect(await deadBytes()).toBe('0');
  await writer.storeAll([[record(2, [step(1, text(1, WORDS).slice(0, -1) + ' and more"')])]]);
  expect(Number(await deadBytes())).toBeLessThanOrEqual(4096 + 12);
  await writer.storeAll([[record(3, [step(1, '"short"')])]]);
  expect(Number(await deadBytes())).toBeGreaterThan(40_000);
});

test('more dead bytes than live ones and 64 KiB are erased, and what is live stays', async () => {
  await writer.storeAll([[record(1, [step(1, text(1, WORDS)), step(2, text(2, 500))], text(3, 500))]]);
  const before = await packs();
  await writer.storeAll([[record(2, [step(1, text(4, WORDS))])]]);
  expect(Number(await deadBytes())).toBeGreaterThan(40_000);
  await writer.storeAll([[record(3, [step(1, text(5, WORDS))])]]);
  const after = await packs();
  expect(await deadBytes()).toBe('0');
  expect(await inputs()).toEqual([text(5, WORDS), text(2, 500)]);
  const own = await writer.owner.query<{ input: string }>('select input from sluice.trace_view');
  expect(own.rows).toEqual([{ input: text(3, 500) }]);
  const sum = after.reduce((all, { bytes, zeros }) => all + bytes - zeros, 0);
  expect(sum).toBeLessThan(Buffer.byteLength(text(5, WORDS)) + 20_000);
  expect(after.length).toBeLessThan(before.length + 10);
});

test('an erased piece is not found again, and no number of a pack is used twice', async () => {
  await writer.storeAll([[record(1, [step(1, text(1, WORDS))])]]);
  for (const n of [2, 3, 4, 5]) await writer.storeAll([[record(n, [step(1, text(n, WORDS))])]]);
  const numbers = (await packs()).map(({ no }) => no);
  await writer.storeAll([[record(6, [step(2, text(1, WORDS))])]]);
  expect(await inputs()).toEqual([text(5, WORDS), text(1, WORDS)]);
  const added = (await packs()).map(({ no }) => no).filter((no) => !numbers.includes(no));
  expect(Math.min(...added)).toBeGreaterThan(Math.max(...numbers));
});

test('what one transaction leaves, the next one erases', async () => {
  await writer.storeAll([[record(1, [step(1, text(1, WORDS)), step(2, text(2, 500))])]]);
  await writer.storeAll([[record(2, [step(1, '"short"')])]]);
  await writer.owner.query('update sluice.traces set dead_bytes = 40000');
  const before = (await packs()).length;
  await writer.owner.query('select sluice.erase_dead_pieces(part, id, 2) from sluice.traces');
  expect([(await packs()).length, await deadBytes()]).toEqual([before - 2, '40000']);
  await writer.owner.query('select sluice.erase_dead_pieces(part, id, 1000) from sluice.traces');
  expect(await deadBytes()).toBe('0');
  expect((await packs()).length).toBeLessThan(3);
  expect(await inputs()).toEqual(['"short"', text(2, 500)]);
});
