import { deflateSync, gzipSync } from 'node:zlib';
import type { Reservation } from '@sluice/http';
import { inflateBody } from './inflate-body';

const LIMIT = 1_000_000;

/** A reservation that keeps what was asked for, in order. */
function recorded(): Reservation & { readonly sizes: number[] } {
  const sizes: number[] = [];
  return { sizes, resize: (bytes) => sizes.push(bytes), release: () => undefined };
}

/** The gzip stream with another size in its trailer, as if it inflated to that. */
function claiming(gzip: Buffer, bytes: number): Buffer {
  const lie = Buffer.from(gzip);
  lie.writeUInt32LE(bytes, lie.length - 4);
  return lie;
}

describe('inflateBody', () => {
  const text = Buffer.alloc(100_000, 'ab');

  it('counts a body without encoding twice', async () => {
    const reservation = recorded();
    const body = await inflateBody(text, { encoding: undefined, limit: LIMIT, reservation });
    expect([body.length, reservation.sizes]).toEqual([100_000, [200_000, 200_000]]);
  });

  it.each(['gzip', 'X-GZIP'])('reserves what a %s trailer tells before it inflates', async (encoding) => {
    const reservation = recorded();
    const body = await inflateBody(gzipSync(text), { encoding, limit: LIMIT, reservation });
    expect([body.equals(text), reservation.sizes]).toEqual([true, [200_000, 200_000]]);
  });

  it('reserves all that it can become when the body is larger than it seemed, and settles at what it is', async () => {
    const members = Buffer.concat([gzipSync(text), gzipSync('x')]);
    const reservation = recorded();
    const limit = 110_000;
    const body = await inflateBody(members, { encoding: 'gzip', limit, reservation });
    expect([body.length, reservation.sizes]).toEqual([100_001, [members.length * 2, 2 * limit, 200_002]]);
    const deflated = recorded();
    await inflateBody(deflateSync(text), { encoding: 'deflate', limit, reservation: deflated });
    expect(deflated.sizes.slice(-2)).toEqual([2 * limit, 200_000]);
  });

  it('never reserves more than the limit, whatever a trailer claims', async () => {
    const reservation = recorded();
    const lie = claiming(gzipSync(text), 0xffffffff);
    const inflating = inflateBody(lie, { encoding: 'gzip', limit: 100_000, reservation });
    await expect(inflating).rejects.toMatchObject({ kind: 'invalid' });
    expect(reservation.sizes).toEqual([200_000]);
  });

  it('never reserves more than deflate can become: a damaged body of few bytes keeps nobody out', async () => {
    const reservation = recorded();
    const lie = claiming(gzipSync('few bytes'), 0xffffffff);
    const inflating = inflateBody(lie, { encoding: 'gzip', limit: LIMIT, reservation });
    await expect(inflating).rejects.toMatchObject({ kind: 'invalid' });
    expect(reservation.sizes).toEqual([2 * 1032 * lie.length]);
  });

  it('the densest body there is inflates with what was reserved', async () => {
    const zeros = Buffer.alloc(LIMIT);
    const reservation = recorded();
    const body = await inflateBody(deflateSync(zeros, { level: 9 }), {
      encoding: 'deflate',
      limit: LIMIT,
      reservation,
    });
    expect(body.length).toBe(LIMIT);
  });

  it.each([0, 1])('inflates nothing beyond what could be reserved: a bomb that claims %d bytes', async (bytes) => {
    const reservation: Reservation = {
      resize: (size) => {
        if (size > text.length) throw new Error('refused');
      },
      release: () => undefined,
    };
    const inflating = inflateBody(claiming(gzipSync(text), bytes), { encoding: 'gzip', limit: LIMIT, reservation });
    await expect(inflating).rejects.toThrow('refused');
  });

  it.each([
    ['gzip', ''],
    ['gzip', 'x'],
    ['deflate', ''],
  ])('%s data that is cut to %j is invalid', async (encoding, wire) => {
    const inflating = inflateBody(Buffer.from(wire), { encoding, limit: LIMIT, reservation: recorded() });
    await expect(inflating).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('a body that inflates beyond the limit is too large', async () => {
    const inflating = inflateBody(gzipSync(text), { encoding: 'gzip', limit: 99_999, reservation: recorded() });
    await expect(inflating).rejects.toMatchObject({ kind: 'too-large' });
  });
});
