import * as zlib from 'node:zlib';
import { zstdFrame } from '@sluice/testbed/samples';
import { ACCEPTED_ENCODINGS, encodingOf, inflate, inflateAtOnce } from './inflate';
import { checkZstdFrame, findZstd, zstdContentSize } from './zstd';

const frame = zstdFrame('{"a":1}');
const limits = { inflatedBytes: 1000 };
const compress = Reflect.get(zlib, 'zstdCompressSync') as ((content: Buffer) => Buffer) | undefined;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

describe('zstd', () => {
  it('is accepted from Node 22.15 on; before, the error names the encodings that are', () => {
    const isThere = major > 22 || (major === 22 && minor >= 15);
    expect(ACCEPTED_ENCODINGS).toEqual(['gzip', 'deflate', ...(isThere ? ['zstd'] : []), 'identity']);
    expect(findZstd({})).toBeUndefined();
    const message = 'Content-Encoding must be gzip, deflate or identity';
    expect(() => encodingOf('zstd', ['gzip', 'deflate', 'identity'])).toThrow(message);
    expect(encodingOf('ZSTD', ['gzip', 'zstd', 'identity'])).toBe('zstd');
  });

  it('is undone by either function where Node has it', async () => {
    const undone = [inflate, inflateAtOnce].map((undo) => Promise.resolve().then(() => undo(frame, 'zstd', limits)));
    const results = await Promise.allSettled(undone);
    const isThere = ACCEPTED_ENCODINGS.includes('zstd');
    expect(results).toEqual(
      [0, 1].map(() =>
        isThere
          ? { status: 'fulfilled', value: Buffer.from('{"a":1}') }
          : { status: 'rejected', reason: new Error('this Node cannot undo zstd') },
      ),
    );
  });
});

describe('zstdContentSize', () => {
  it.each<[string, Buffer, number | undefined]>([
    ['without a size', frame, undefined],
    ['with one', zstdFrame('a', { claimed: 70_000 }), 70_000],
    ['with one of 2^60', zstdFrame('a', { claimed: 2 ** 60 }), 2 ** 60],
    ['with one of one byte', Buffer.from('28b52ffd20073900007b2261223a317d', 'hex'), 7],
    ['with one of two bytes', Buffer.from('28b52ffd6000010100', 'hex'), 512],
    ['that is cut within its header', frame.subarray(0, 5), undefined],
    ['that is none', Buffer.from('{"a":1}'), undefined],
    ['that is empty', Buffer.alloc(0), undefined],
  ])('of a frame %s', (_, body, size) => {
    expect(zstdContentSize(body)).toBe(size);
  });
});

describe('checkZstdFrame', () => {
  it('accepts a frame of many blocks, and one with a checksum', () => {
    checkZstdFrame(zstdFrame(Buffer.alloc(300_000)));
    checkZstdFrame(withChecksum(frame));
  });

  it('accepts what zstd itself has compressed, where Node has it', () => {
    for (const size of [0, 1, 255, 256, 70_000, 3_000_000]) {
      const content = Buffer.from(Array.from({ length: size }, (_, index) => (index * index) % 251));
      if (compress !== undefined) expect(checkZstdFrame(compress(content)) ?? size).toBe(size);
    }
  });

  it('refuses a frame that is cut at any byte: zlib of Node 22 inflates its beginning', () => {
    for (const whole of [frame, withChecksum(frame), zstdFrame('a', { claimed: 1 })]) {
      for (let length = 0; length < whole.length; length++) {
        expect(() => checkZstdFrame(whole.subarray(0, length))).toThrow(/one frame of zstd|damaged or cut/);
      }
    }
  });

  it.each([
    ['two frames, of which zlib inflates the first', Buffer.concat([frame, frame]), /bytes follow its first/],
    ['bytes behind a frame', Buffer.concat([frame, Buffer.from('x')]), /bytes follow its first/],
    ['a frame to skip, of which zlib inflates nothing', Buffer.from('502a4d1800000000', 'hex'), /must be one frame/],
    ['a plain body', Buffer.from('{"a":1}'), /must be one frame/],
    ['a window that would be allocated', zstdFrame('a', { windowLog: 24 }), /window .* must not exceed 8388608 bytes/],
    ['a window of one segment', singleSegment(2 ** 24), /window .* must not exceed 8388608 bytes/],
  ])('refuses %s', (_, body, message) => {
    expect(() => checkZstdFrame(body)).toThrow(expect.objectContaining({ kind: 'invalid' }));
    expect(() => checkZstdFrame(body)).toThrow(message);
  });
});

/** The frame with a checksum of four bytes, which is not right. */
function withChecksum(body: Buffer): Buffer {
  const changed = Buffer.concat([body, Buffer.alloc(4)]);
  changed[4] = (changed[4] ?? 0) | 4;
  return changed;
}

/** Frame without a window of its own, which claims this size. */
function singleSegment(size: number): Buffer {
  const header = Buffer.from('28b52ffda0', 'hex');
  const claimed = Buffer.alloc(4);
  claimed.writeUInt32LE(size);
  return Buffer.concat([header, claimed, Buffer.from('010000', 'hex')]);
}
