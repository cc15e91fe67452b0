import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { inflate } from './inflate';

const limits = { inflatedBytes: 1000 };
const body = Buffer.from('{"a":1}');
const failure = (kind: string) => expect.objectContaining({ name: 'DecodeError', kind });

describe('inflate', () => {
  it.each([
    ['gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    [' gzip ', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['identity', body],
    ['none', body],
    ['', body],
    [undefined, body],
  ])('accepts Content-Encoding %p', async (encoding, sent) => {
    expect(await inflate(sent, encoding, limits)).toEqual(body);
  });

  it('accepts a gzip body of several members', async () => {
    expect(await inflate(Buffer.concat([gzipSync('{"a"'), gzipSync(':1}')]), 'gzip', limits)).toEqual(body);
  });

  it.each(['zstd', 'br', 'gzip, gzip', 'constructor'])(
    'refuses Content-Encoding %p, naming what is accepted',
    async (encoding) => {
      await expect(inflate(body, encoding, limits)).rejects.toThrow(
        'Content-Encoding must be gzip, deflate or identity',
      );
      await expect(inflate(body, encoding, limits)).rejects.toEqual(failure('invalid'));
    },
  );

  it.each([
    ['a plain body', 'gzip', body],
    ['a cut body', 'gzip', gzipSync(body).subarray(0, 15)],
    ['a changed body', 'gzip', Buffer.concat([gzipSync(body).subarray(0, 12), Buffer.alloc(20, 7)])],
    ['an empty body', 'gzip', Buffer.alloc(0)],
    ['a raw deflate stream', 'deflate', deflateRawSync(body)],
  ])('refuses %s under %s', async (_name, encoding, sent) => {
    await expect(inflate(sent, encoding, limits)).rejects.toEqual(failure('invalid'));
  });

  it('accepts a body of the limit and refuses one byte more as too large, inflated or not', async () => {
    for (const [encoding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      [undefined, (data: Buffer) => data],
    ] as const) {
      expect(await inflate(encode(Buffer.alloc(1000)), encoding, limits)).toHaveLength(1000);
      await expect(inflate(encode(Buffer.alloc(1001)), encoding, limits)).rejects.toEqual(failure('too-large'));
    }
  });
});
