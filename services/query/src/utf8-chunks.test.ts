import fc from 'fast-check';
import { CHUNK_BYTES, Utf8Chunks } from './utf8-chunks';

const text = fc
  .tuple(fc.constantFrom('x', 'é', '你', '\u{1F600}', 'x\u{1F600}'), fc.integer({ min: 0, max: 40_000 }))
  .map(([unit, times]) => unit.repeat(times));
const pieces = fc.array(
  fc.oneof(
    text,
    text.map((each) => Buffer.from(each)),
  ),
  { maxLength: 4 },
);

it('writes all pieces in order, into chunks that are full up to less than a character', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 4 }), (added) => {
      const chunks = new Utf8Chunks();
      const full = added.flatMap((some) => chunks.add(some));
      const rest = chunks.rest();
      expect(Buffer.concat([...full, rest]).toString() === added.flat().map(String).join('')).toBe(true);
      for (const { length } of full) expect(CHUNK_BYTES - length).toBeLessThan(4);
      expect(rest.length).toBeLessThanOrEqual(CHUNK_BYTES);
    }),
  );
});

it('is empty when all bytes were returned, and changes none of these afterwards', () => {
  const chunks = new Utf8Chunks();
  expect(chunks.isEmpty).toBe(true);
  chunks.add(['first']);
  expect(chunks.isEmpty).toBe(false);
  const first = chunks.rest();
  expect(chunks.isEmpty).toBe(true);
  chunks.add([Buffer.from('next'), 'one']);
  expect([String(first), String(chunks.rest())]).toEqual(['first', 'nextone']);
});

it('keeps no memory of a chunk for the bytes that fill none', () => {
  const chunks = new Utf8Chunks();
  chunks.add(['few']);
  expect(chunks.rest().buffer.byteLength).toBeLessThan(CHUNK_BYTES);
});
