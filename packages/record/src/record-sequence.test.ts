import fc from 'fast-check';
import { decodeRecord, encodeRecord } from './codec';
import { recordBytes } from './messages.testing';
import { RecordSequence } from './record-sequence';

const BYTES = 256;

test('records lie one behind the other as they are encoded alone, in a buffer that nobody else has', () => {
  const portions = fc.array(fc.array(recordBytes, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(portions, (all) => {
      const sequence = new RecordSequence(BYTES);
      for (const portion of all) {
        const records = portion.map(decodeRecord);
        for (const record of records) sequence.add(record);
        const alone = records.map(encodeRecord);
        const lengths = alone.map(({ length }) => length);
        expect([sequence.records, sequence.bytes]).toEqual([alone.length, lengths.reduce((a, b) => a + b, 0)]);
        const taken = sequence.take();
        expect(taken.lengths).toEqual(lengths);
        expect(Buffer.from(taken.bytes).equals(Buffer.concat(alone))).toBe(true);
        // Node's own pool has other buffers in it.
        expect([taken.bytes.byteOffset, taken.bytes.buffer === Buffer.from('pooled').buffer]).toEqual([0, false]);
        expect(taken.bytes.buffer.byteLength).toBeLessThan(BYTES + 2 * taken.bytes.length + 16 * 1024);
      }
    }),
    { numRuns: 200 },
  );
});

test('a long text is written once, where it stays', () => {
  const sequence = new RecordSequence(BYTES);
  const long = 'long '.repeat(1_000_000);
  const recordId = '3d8f4c1e-9a0b-4c2d-8e1f-0a1b2c3d4e5f';
  sequence.add({
    kind: 'trace',
    recordId,
    receivedAt: 1,
    traceId: recordId,
    updates: [],
    tags: [],
    observations: [{ id: recordId, counted: true, input: long }],
  });
  const { bytes } = sequence.take();
  expect(bytes.length).toBeGreaterThan(long.length);
  expect(bytes.buffer.byteLength - bytes.length).toBeLessThan(4096);
});
