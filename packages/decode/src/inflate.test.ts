import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { zstdBomb, zstdFrame } from '@sluice/testbed/samples';
import { ACCEPTED_ENCODINGS, type ContentEncoding, encodingOf, inflate, inflateAtOnce } from './inflate';

const limits = { inflatedBytes: 1000 };
const body = Buffer.from('{"a":1}');
const failure = (kind: string) => expect.objectContaining({ name: 'DecodeError', kind });

/** Cases of zstd, which Node 20 lacks. */
const ofZstd = <T>(cases: T[]): T[] => (ACCEPTED_ENCODINGS.includes('zstd') ? cases : []);

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

  it.each(['br', 'gzip, gzip', 'constructor'])('refuses %p, naming what is accepted', (header) => {
    const message = expect.stringMatching(/^Content-Encoding must be gzip, deflate(, zstd)? or identity$/) as string;
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
    ...ofZstd([['zstd', zstdFrame(body)] as const]),
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
    ...ofZstd([
      ['a plain body', 'zstd', body] as const,
      ['a cut body', 'zstd', zstdFrame(body).subarray(0, 10)] as const,
      ['a second frame', 'zstd', Buffer.concat([zstdFrame(body), zstdFrame(body)])] as const,
      ['a block of a reserved type', 'zstd', Buffer.from('28b52ffd005007000000', 'hex')] as const,
      ['another size than claimed', 'zstd', zstdFrame(body, { claimed: 8 })] as const,
    ]),
  ] as const)('refuses %s under %s', async (_name, encoding, sent) => {
    await expect(inflate(sent, encoding, limits)).rejects.toEqual(failure('invalid'));
  });

  it('accepts a body of the limit and refuses one byte more as too large, inflated or not', async () => {
    const encoders: [ContentEncoding, (data: Buffer) => Buffer][] = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['identity', (data) => data],
      ...ofZstd<[ContentEncoding, typeof zstdFrame]>([['zstd', zstdFrame]]),
    ];
    for (const [encoding, encode] of encoders) {
      expect(await inflate(encode(Buffer.alloc(1000)), encoding, limits)).toHaveLength(1000);
      await expect(inflate(encode(Buffer.alloc(1001)), encoding, limits)).rejects.toEqual(failure('too-large'));
    }
  });

  it.each([
    ['gzip', 'too-large', gzipSync(Buffer.alloc(1e8))] as const,
    ...ofZstd([
      ['zstd', 'too-large', zstdBomb(5000, 'x')] as const,
      ['zstd', 'too-large', zstdBomb(5000, 'x', { claimed: 2 ** 50 })] as const,
      ['zstd', 'invalid', zstdBomb(5000, 'x', { claimed: 1 })] as const,
    ]),
  ])('inflates no bomb of %s beyond the limit: %s', async (encoding, kind, bomb) => {
    await expect(inflate(bomb, encoding, limits)).rejects.toEqual(failure(kind));
  });
});
