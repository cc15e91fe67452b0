import fc from 'fast-check';
import { WireReader } from './wire-reader';

/** A length-delimited value. */
const written = (bytes: Uint8Array): Buffer => Buffer.from([bytes.length, ...bytes]);

describe('a key', () => {
  it('is read as a text is, whatever was read before it', () => {
    // Few bytes, so that keys and their hashes meet often; some are no UTF-8, or the half of a character.
    const byte = fc.constantFrom(0x00, 0x61, 0x62, 0x7f, 0x80, 0xc3, 0xa9, 0xef, 0xbf, 0xbd, 0xff);
    const key = fc.array(byte, { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
        for (const bytes of keys) {
          const buffer = written(Uint8Array.from(bytes));
          expect(new WireReader(buffer).key()).toBe(new WireReader(buffer).text());
        }
      }),
    );
  });
});
