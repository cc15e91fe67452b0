import { compactBytes, isCompact, plainBytes, plainLength } from './compact-bytes';
import { type SluiceRecord, RecordDecodeError, decodeRecord, encodeForLog, encodeRecord } from './index';
import { storable } from './storable-text';

/** Bytes that repeat nothing, the same in each run. */
function drawnBytes(seed: number, length: number): Buffer {
  let state = seed;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
}

const KIB = 1024;

/** A conversation that is sent again with each of its steps. */
const conversation = (steps: number): Buffer =>
  Buffer.concat(
    Array.from({ length: steps }, (_, step) =>
      Buffer.concat(Array.from({ length: step + 1 }, (_each, n) => drawnBytes(n + 1, 3000))),
    ),
  );

test.each([
  ['a conversation', conversation(20)],
  ['one byte', Buffer.alloc(200 * KIB, 'a')],
  [
    'a repetition with a change in the middle',
    Buffer.concat([drawnBytes(1, 99_999), Buffer.of(1), drawnBytes(1, 99_999)]),
  ],
  [
    'a repetition that begins late',
    Buffer.concat([drawnBytes(2, 70_000), drawnBytes(3, 90_000), drawnBytes(2, 70_000)]),
  ],
])('%s is restored byte for byte, and takes less', (_, bytes) => {
  const compact = compactBytes(bytes) as Buffer;
  expect(plainBytes(compact).equals(bytes)).toBe(true);
  expect(plainLength(compact)).toBe(bytes.length);
  expect(compact.length).toBeLessThan(0.75 * bytes.length);
});

test('a conversation of 20 steps takes a quarter', () => {
  const bytes = conversation(20);
  expect((compactBytes(bytes) as Buffer).length).toBeLessThan(bytes.length / 4);
});

test('bytes that repeat little, or are few, stay as they are', () => {
  expect(compactBytes(drawnBytes(1, 300 * KIB))).toBeUndefined();
  expect(compactBytes(Buffer.alloc(64 * KIB - 1, 'a'))).toBeUndefined();
  expect(plainLength(drawnBytes(1, 10))).toBe(10);
});

const record = (text: string): SluiceRecord => ({
  kind: 'trace',
  recordId: '00000000-0000-4000-8000-000000000001',
  receivedAt: 1_700_000_000_000_000,
  traceId: '00000000-0000-4000-8000-000000000002',
  tags: [],
  updates: [],
  observations: [1, 2, 3].map((n) => ({
    id: `00000000-0000-4000-8000-00000000001${n}`,
    counted: true,
    input: JSON.stringify(storable(text)),
  })),
});

test('a record for a log is read as it was, compact or not', () => {
  for (const text of ['short', drawnBytes(5, 60 * KIB).toString('latin1')]) {
    const encoded = encodeForLog(record(text));
    expect(decodeRecord(encoded)).toEqual(decodeRecord(encodeRecord(record(text))));
    expect(isCompact(encoded)).toBe(text !== 'short');
  }
});

describe('a damaged record is refused', () => {
  const bytes = conversation(12);
  const compact = compactBytes(bytes) as Buffer;

  test('wherever it is cut', () => {
    for (let length = 1; length < compact.length; length += 997) {
      expect(() => decodeRecord(compact.subarray(0, length))).toThrow(RecordDecodeError);
    }
  });

  test.each([
    ['more bytes than announced', [0, 2, 6, 1, 2, 3]],
    ['a part without bytes', [0, 2, 0]],
    ['a copy of bytes that are not there', [0, 4, 4, 1, 2, 5, 1]],
    ['bytes behind the end', [0, 1, 2, 1, 9]],
    ['a number without end', [0, 255, 255, 255, 255, 255, 255]],
    ['more bytes than any record has', [0, 255, 255, 255, 255, 15, 2, 1]],
    ['nothing', [0]],
  ])('with %s', (_, damaged) => {
    expect(() => plainBytes(Buffer.from(damaged))).toThrow(RangeError);
    expect(() => decodeRecord(Buffer.from(damaged))).toThrow(RecordDecodeError);
  });
});
