import fc from 'fast-check';
import { bytesOf, isPicture, sizeOf, typeOf } from './media-bytes';

test.each([
  ['iVBORw0KGgoAAAA', undefined, 'image/png'],
  ['iVBORw0KGgoAAAA', 'text/html', 'image/png'],
  ['/9j/4AAQ', 'image', 'image/jpeg'],
  ['UklGRiQAAABXRUJQ', undefined, 'image/webp'],
  ['UklGRv////9XRUJQVlA4IA==', 'image/png', 'image/webp'],
  ['UklGRiQAAABXQVZF', 'audio/wav', 'audio/wav'],
  ['AAAA', 'audio/WAV', 'audio/wav'],
  ['AAAA', 'no type', 'application/octet-stream'],
  [undefined, undefined, 'application/octet-stream'],
])('%s, sent as %s, is %s', (data, type, expected) => {
  expect(typeOf({ data, type })).toBe(expected);
});

test('what could be a page is no picture', () => {
  expect(['text/html', 'application/pdf', 'image/svg+xml', 'image/png'].map(isPicture)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('bytes come back from their base64, in both of its alphabets', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom<BufferEncoding>('base64', 'base64url'), (bytes, encoding) => {
      const base64 = Buffer.from(bytes).toString(encoding);
      expect(bytesOf(base64)).toEqual(Uint8Array.from(bytes));
      expect(Math.abs(sizeOf(base64) - bytes.length)).toBeLessThan(3);
    }),
  );
});

test('what is no base64 has no bytes', () => {
  expect(bytesOf('<script>')).toBeUndefined();
});
