import fc from 'fast-check';
import { invalidUtf8At } from './utf8';

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((short) => Buffer.from(short));

describe('invalidUtf8At', () => {
  it('finds nothing in text', () => {
    fc.assert(fc.property(text, (bytes) => expect(invalidUtf8At(bytes)).toBeUndefined()));
  });

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a byte that goes on with nothing', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['what is beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a character that is cut', [0xf0, 0x9f, 0x98]],
  ])('tells where it found %s, however far it is and whatever follows', (_, invalid) => {
    const far = fc.constantFrom(0, 1, 4093, 4096, 20_001);
    fc.assert(
      fc.property(text, far, text, (before, distance, after) => {
        const start = Buffer.concat([before, Buffer.alloc(distance, 'é')]).subarray(0, before.length + (distance & ~1));
        expect(invalidUtf8At(Buffer.concat([start, Buffer.from(invalid), Buffer.from('"'), after]))).toBe(start.length);
      }),
    );
  });
});
