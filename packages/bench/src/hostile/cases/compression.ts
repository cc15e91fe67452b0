import { gzipSync } from 'node:zlib';
import { MIB, NATIVE, filled, observations, traceOf } from '../bodies';
import type { BodyCase } from '../send-bodies';

const start = (name: string): string => `{"trace":{"id":"${traceOf(name)}"}}`;

/** Makes a gzip body whose trailer announces this size. */
function claiming(body: Buffer, bytes: number): Buffer {
  const wire = gzipSync(body);
  wire.writeUInt32LE(bytes, wire.length - 4);
  return wire;
}

/** Bodies whose compression announces a false size, or hides a large one. */
export const COMPRESSION_CASES: readonly BodyCase[] = [
  {
    name: 'gzip of 1 GiB',
    expect: 413,
    // Consecutive gzip members are one body; each of them is 64 MiB of white space.
    body: () => {
      const member = gzipSync(Buffer.alloc(64 * MIB, ' '));
      return { path: NATIVE, encoding: 'asIs', body: Buffer.concat(Array.from({ length: 16 }, () => member)) };
    },
  },
  {
    name: 'gzip of 64 MiB that claims 100 bytes',
    expect: 400,
    body: () => ({
      path: NATIVE,
      encoding: 'asIs',
      body: claiming(filled(start('claims little'), ' ', '', 64 * MIB), 100),
    }),
  },
  {
    name: 'deflate of 64 MiB, which claims nothing',
    expect: 200,
    body: () => ({ path: NATIVE, encoding: 'deflate', body: filled(start('deflate'), ' ', '', 64 * MIB) }),
  },
  {
    name: '64 MiB in 20,000 members of gzip',
    expect: 200,
    body: () => {
      const member = gzipSync(Buffer.alloc(3300, ' '));
      const members = Array.from({ length: 20_000 }, () => member);
      return { path: NATIVE, encoding: 'asIs', body: Buffer.concat([gzipSync(start('members')), ...members]) };
    },
  },
  {
    name: '1,000 gzip bodies of 2 KB that claim 64 MiB',
    expect: 400,
    clients: 100,
    times: 10,
    body: (client, turn) => {
      const body = observations(traceOf(`claims ${client} ${turn}`), 28, 20);
      return { path: NATIVE, encoding: 'asIs', body: claiming(Buffer.concat([body, noise(1500)]), 64 * MIB) };
    },
  },
];

/** Makes white space that does not compress well. */
function noise(bytes: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length: bytes * 4 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return ' \n\r\t'.charCodeAt(state % 4);
    }),
  );
}
