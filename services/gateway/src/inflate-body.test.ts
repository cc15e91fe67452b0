import { deflateSync, gzipSync } from 'node:zlib';
import type { ContentEncoding } from '@sluice/decode';
import type { Reservation } from '@sluice/http';
import { zstdBomb, zstdFrame } from '@sluice/testbed/samples';
import { inflatedSize, inflateSmall, SMALL_BYTES } from './inflate-body';

const LIMIT = 64 * SMALL_BYTES;

/** Makes a reservation that records the requested sizes, in order. */
function recorded(): Reservation & { readonly sizes: number[] } {
  const sizes: number[] = [];
  return { sizes, resize: (bytes) => sizes.push(bytes), release: () => undefined };
}

/** Returns the gzip stream with another size in its trailer. */
function claiming(gzip: Buffer, bytes: number): Buffer {
  const lie = Buffer.from(gzip);
  lie.writeUInt32LE(bytes, lie.length - 4);
  return lie;
}

const inflate = (wire: Buffer, encoding: ContentEncoding, reservation: Reservation = recorded(), limit = LIMIT) =>
  inflateSmall(wire, encoding, { size: inflatedSize(wire, encoding, limit), reservation });

const text = Buffer.alloc(100_000, 'ab');

describe('inflatedSize', () => {
  it('is its own without encoding, what a trailer tells of gzip, a guess of deflate', () => {
    expect(inflatedSize(text, 'identity', LIMIT)).toEqual({ expected: 100_000, most: 100_000 });
    expect(inflatedSize(gzipSync(text), 'gzip', LIMIT).expected).toBe(100_000);
    const deflated = deflateSync(text);
    expect(inflatedSize(deflated, 'deflate', LIMIT).expected).toBe(16 * deflated.length);
  });

  it('is never more than the limit, or than deflate can become: a few bytes keep nobody out', () => {
    const lie = claiming(gzipSync(text), 0xffffffff);
    expect(inflatedSize(lie, 'gzip', 100_000)).toEqual({ expected: 100_000, most: 100_000 });
    expect(inflatedSize(lie, 'gzip', LIMIT)).toEqual({ expected: 1032 * lie.length, most: 1032 * lie.length });
  });

  it('is the size that a frame of zstd claims, within what its format and the limit allow, otherwise a guess', () => {
    const sizes = (claimed?: number) => inflatedSize(zstdFrame('abc', { ...(claimed && { claimed }) }), 'zstd', LIMIT);
    const wire = zstdFrame('abc').length;
    expect(sizes()).toEqual({ expected: 16 * wire, most: 32_768 * wire });
    expect(sizes(70_000)).toEqual({ expected: 70_000, most: 32_768 * (wire + 8) });
    expect(sizes(1).expected).toBe(wire + 8);
    expect(sizes(2 ** 60).expected).toBe(32_768 * (wire + 8));
    expect(inflatedSize(zstdFrame(text, { claimed: 2 ** 60 }), 'zstd', LIMIT)).toEqual({
      expected: LIMIT,
      most: LIMIT,
    });
  });

  it('holds for the densest bodies there are', () => {
    const bomb = zstdBomb(1000, 'x');
    expect(inflatedSize(bomb, 'zstd', LIMIT * 10).most).toBeGreaterThanOrEqual(1000 * 131_072);
    const wire = deflateSync(Buffer.alloc(SMALL_BYTES), { level: 9 });
    expect(inflatedSize(wire, 'deflate', LIMIT).most).toBeGreaterThanOrEqual(SMALL_BYTES);
  });
});

describe('inflateSmall', () => {
  it('counts a body without encoding twice', async () => {
    const reservation = recorded();
    expect(await inflate(text, 'identity', reservation)).toHaveLength(100_000);
    expect(reservation.sizes).toEqual([200_000, 200_000]);
  });

  it('reserves what a gzip trailer tells before it inflates', async () => {
    const reservation = recorded();
    expect(await inflate(gzipSync(text), 'gzip', reservation)).toEqual(text);
    expect(reservation.sizes).toEqual([200_000, 200_000]);
  });

  it('reserves all that it can become when the body is larger than it seemed, and settles at what it is', async () => {
    const members = Buffer.concat([gzipSync(text), gzipSync('x')]);
    const limit = 110_000;
    const gzipped = recorded();
    expect(await inflate(members, 'gzip', gzipped, limit)).toHaveLength(100_001);
    expect(gzipped.sizes).toEqual([members.length * 2, 2 * limit, 200_002]);
    const deflated = recorded();
    await inflate(deflateSync(text), 'deflate', deflated, limit);
    expect(deflated.sizes.slice(-2)).toEqual([2 * limit, 200_000]);
  });

  it('leaves a large body, whether it tells or hides that it is one', async () => {
    const large = gzipSync(Buffer.alloc(SMALL_BYTES + 1, text));
    const calls = recorded();
    expect(await inflate(large, 'gzip', calls)).toBeUndefined();
    expect(calls.sizes).toEqual([]);
    const hidden = recorded();
    const members = Buffer.concat([large, gzipSync('x')]);
    expect(await inflate(members, 'gzip', hidden)).toBeUndefined();
    expect(hidden.sizes).toEqual([2 * members.length, 2 * SMALL_BYTES]);
    expect(await inflate(Buffer.alloc(SMALL_BYTES + 1), 'identity')).toBeUndefined();
    expect(await inflate(gzipSync(Buffer.alloc(SMALL_BYTES, text)), 'gzip')).toHaveLength(SMALL_BYTES);
  });

  it('refuses a body without encoding beyond the limit', async () => {
    await expect(inflate(text, 'identity', recorded(), text.length - 1)).rejects.toMatchObject({ kind: 'too-large' });
    await expect(inflate(text, 'identity', recorded(), text.length)).resolves.toEqual(text);
  });

  it.each([0, 1])('inflates nothing beyond what could be reserved: a bomb that claims %d bytes', async (bytes) => {
    const reservation: Reservation = {
      resize: (size) => {
        if (size > text.length) throw new Error('refused');
      },
      release: () => undefined,
    };
    await expect(inflate(claiming(gzipSync(text), bytes), 'gzip', reservation)).rejects.toThrow('refused');
  });

  it.each([
    ['gzip', ''],
    ['gzip', 'x'],
    ['deflate', ''],
  ] as const)('%s data that is cut to %j is invalid', async (encoding, wire) => {
    await expect(inflate(Buffer.from(wire), encoding)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('a body that inflates beyond the limit is too large', async () => {
    await expect(inflate(gzipSync(text), 'gzip', recorded(), 99_999)).rejects.toMatchObject({ kind: 'too-large' });
  });
});
