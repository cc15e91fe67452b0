import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import { untilTaken } from '../../load/http-client';
import { pathOf } from '../input/fuzz-input';
import { MIB, observations, traceOf } from './bodies';
import { type HostileCase, type Outcome, PATIENCE_MS, type Target, together } from './hostile-case';
import { ofBodies } from './send-bodies';

const READERS = 16;
/** Every fourth reader waits after each chunk. */
const SLOW = 4;
const SLOW_CHUNK = 256 * 1024;
const SLOW_MS = 50;

/** Clients that no plain sender imitates: they read or send slowly. */
export const CONNECTION_CASES: readonly HostileCase[] = [
  readers('16 readers of a trace of 50,000 observations', 50_000, 1000),
  readers('16 readers of a trace of 8 observations of 7.9 MiB', 8, 7.9 * MIB),
  {
    name: '200 clients announce 20 MiB and send slowly',
    prepare: (target) =>
      Promise.resolve(async () => together(await Promise.all(Array.from({ length: 200 }, () => sendSlowly(target))))),
  },
];

function readers(name: string, count: number, characters: number): HostileCase {
  const trace = traceOf(name);
  const stored = ofBodies({ name, expect: 200, make: () => ({ body: observations(trace, count, characters) }) });
  return {
    name,
    prepare: async (target) => {
      const { wrong } = await (await stored.prepare(target))();
      return async () => {
        const read = (_: unknown, index: number) => readTrace(target, trace, index % SLOW === 0, count * characters);
        const outcome = together(await Promise.all(Array.from({ length: READERS }, read)));
        return { ...outcome, wrong: [...wrong, ...outcome.wrong] };
      };
    },
  };
}

/** Reads until the answer is not 503. @param least minimum size of a complete answer, in bytes */
async function readTrace(target: Target, trace: string, slowly: boolean, least: number): Promise<Outcome> {
  const deadline = performance.now() + patience(PATIENCE_MS);
  const { answer, refusals } = await untilTaken(() => read(target, `/api/public/traces/${trace}`, slowly), deadline);
  const { status = 0, bytes = 0, isWhole = false } = answer ?? {};
  const isRight = status === 503 || (status === 200 && isWhole && bytes > least);
  return { statuses: [status], refusals, wrong: isRight ? [] : [`answered ${status}, ended after ${bytes} bytes`] };
}

async function read({ port, context }: Target, path: string, slowly: boolean) {
  const headers = { authorization: `Bearer ${context.bearerToken}` };
  const outgoing = request({ host: '127.0.0.1', port, path, agent: false, headers });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  let unpaused = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    unpaused += chunk.length;
    if (!slowly || unpaused < SLOW_CHUNK) continue;
    unpaused = 0;
    await sleep(SLOW_MS);
  }
  return { status: response.statusCode ?? 0, bytes, isWhole: response.complete };
}

const SEND_MS = 15_000;
const EVERY_MS = 500;

/** Announces 20 MiB, sends 1 KiB at intervals, and closes. */
async function sendSlowly({ port, context }: Target): Promise<Outcome> {
  const headers = {
    authorization: `Bearer ${context.bearerToken}`,
    'content-type': 'application/x-protobuf',
    'content-length': String(20 * MIB),
  };
  const outgoing = request({ host: '127.0.0.1', port, path: pathOf('otlp'), method: 'POST', agent: false, headers });
  let status = 0;
  outgoing.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  // The server closes the connection after an answer.
  outgoing.on('error', () => undefined);
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  const end = performance.now() + SEND_MS;
  while (performance.now() < end && status === 0 && !outgoing.closed) {
    outgoing.write(Buffer.alloc(1024));
    await sleep(EVERY_MS);
  }
  outgoing.destroy();
  await closed;
  return { statuses: [status], refusals: 0, wrong: [0, 503].includes(status) ? [] : [`answered ${status}`] };
}
