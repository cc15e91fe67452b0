import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type ContentEncoding, encodingOf, inflate, inflateAtOnce } from './inflate';

const limits = { inflatedBytes: 1000 };
const body = Buffer.from('{"a":1}');
const failure = (kind: string) => expect.objectContaining({ name: 'DecodeError', kind });

describe('encodingOf', () => {
  it.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    [' gzip ', 'gzip'],
    ['deflate', 'deflate'],
    ['identity', 'identity'],
    ['none', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('of Content-Encoding %p is %s', (header, encoding) => {
    expect(encodingOf(header)).toBe(encoding);
  });

  it.each(['zstd', 'br', 'gzip, gzip', 'constructor'])('refuses %p, naming what is accepted', (header) => {
    const message = 'Content-Encoding must be gzip, deflate or identity';
    expect(() => encodingOf(header)).toThrow(expect.objectContaining({ kind: 'invalid', message }));
  });
});

describe.each([
  ['inflate', inflate],
  [
    'inflateAtOnce',
    (...parameters: Parameters<typeof inflateAtOnce>) => Promise.resolve().then(() => inflateAtOnce(...parameters)),
  ],
] as const)('%s', (_function, inflate) => {
  it.each([
    ['gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['identity', body],
  ] as const)('undoes %s', async (encoding, sent) => {
    expect(await inflate(sent, encoding, limits)).toEqual(body);
  });

  it('accepts a gzip body of several members', async () => {
    expect(await inflate(Buffer.concat([gzipSync('{"a"'), gzipSync(':1}')]), 'gzip', limits)).toEqual(body);
  });

  it.each([
    ['a plain body', 'gzip', body],
    ['a cut body', 'gzip', gzipSync(body).subarray(0, 15)],
    ['a changed body', 'gzip', Buffer.concat([gzipSync(body).subarray(0, 12), Buffer.alloc(20, 7)])],
    ['an empty body', 'gzip', Buffer.alloc(0)],
    ['a raw deflate stream', 'deflate', deflateRawSync(body)],
  ] as const)('refuses %s under %s', async (_name, encoding, sent) => {
    await expect(inflate(sent, encoding, limits)).rejects.toEqual(failure('invalid'));
  });

  it('accepts a body of the limit and refuses one byte more as too large, inflated or not', async () => {
    const encoders: [ContentEncoding, (data: Buffer) => Buffer][] = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['identity', (data) => data],
    ];
    for (const [encoding, encode] of encoders) {
      expect(await inflate(encode(Buffer.alloc(1000)), encoding, limits)).toHaveLength(1000);
      await expect(inflate(encode(Buffer.alloc(1001)), encoding, limits)).rejects.toEqual(failure('too-large'));
    }
  });
});
