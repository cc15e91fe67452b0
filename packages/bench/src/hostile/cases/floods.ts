import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB, NATIVE, OTLP, observations, traceOf } from '../bodies';
import type { HostileCase, Outcome, Target } from '../hostile-case';
import { ofBodies, together } from '../send-bodies';

/** Many requests at once. */
export const FLOOD_CASES: readonly HostileCase[] = [
  ofBodies({
    name: '64 clients, each 4 bodies of 1 MiB, not compressed',
    expect: 200,
    clients: 64,
    times: 4,
    body: (client, turn) => ({
      path: NATIVE,
      encoding: 'identity',
      body: observations(traceOf(`flood ${client} ${turn}`), 200, 5160),
    }),
  }),
  ofBodies({
    name: '16 clients with bodies that inflate to 64 MiB',
    expect: 200,
    clients: 16,
    body: (client) => ({ path: NATIVE, body: observations(traceOf(`inflated ${client}`), 640, 104_700) }),
  }),
  {
    name: '200 clients announce 20 MiB and send slowly',
    expect: [503, 0],
    crowded: true,
    prepare: (target) =>
      Promise.resolve(async () => together(await Promise.all(Array.from({ length: 200 }, () => sendSlowly(target))))),
  },
];

const SLOW_MS = 15_000;
const EVERY_MS = 500;

/** Announces 20 MiB, sends 1 KiB at intervals, and closes. */
async function sendSlowly({ baseUrl, headers }: Target): Promise<Outcome> {
  const length = { 'content-type': 'application/x-protobuf', 'content-length': String(20 * MIB) };
  const outgoing = request(new URL(OTLP, baseUrl), {
    method: 'POST',
    agent: false,
    headers: { ...headers, ...length },
  });
  let status = 0;
  outgoing.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  // The server closes the connection after an answer.
  outgoing.on('error', () => undefined);
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end && status === 0 && !outgoing.closed) {
    outgoing.write(Buffer.alloc(1024));
    await sleep(EVERY_MS);
  }
  outgoing.destroy();
  await closed;
  return { statuses: [status], refusals: 0 };
}
