import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import { untilTaken } from '../../load/http-client';
import { MIB, NATIVE, observations, toWire, traceOf } from '../bodies';
import type { HostileCase, Outcome, Target } from '../hostile-case';
import { together } from '../send-bodies';

const READERS = 16;
/** Every fourth reader waits after each chunk. */
const SLOW = 4;
const SLOW_CHUNK = 256 * 1024;
const SLOW_MS = 50;
const PATIENCE_MS = 60_000;

/** Large traces that many clients read at once, some of them slowly. */
export const READER_CASES: readonly HostileCase[] = [
  readers('16 readers of a trace of 50,000 observations', 50_000, 1000),
  readers('16 readers of a trace of 8 observations of 7.9 MiB', 8, 7.9 * MIB),
];

function readers(name: string, count: number, characters: number): HostileCase {
  return {
    name,
    expect: [200],
    crowded: true,
    prepare: async (target) => {
      const trace = traceOf(name);
      const { path, headers, body } = await toWire({ path: NATIVE, body: observations(trace, count, characters) });
      const { status } = await target.http.post(path, headers, body);
      const atLeast = count * characters;
      return async () => {
        const read = (_: unknown, index: number) =>
          readTrace(target, `/api/public/traces/${trace}`, { slowly: index % SLOW === 0, atLeast });
        const outcome = together(await Promise.all(Array.from({ length: READERS }, read)));
        return status === 200 ? outcome : { ...outcome, wrong: [`the trace was not taken: ${status}`] };
      };
    },
  };
}

interface Reading {
  readonly slowly: boolean;
  /** Minimum size of a complete answer, in bytes. */
  readonly atLeast: number;
}

/** Reads until the answer is not 503. */
async function readTrace(target: Target, path: string, { slowly, atLeast }: Reading): Promise<Outcome> {
  const deadline = performance.now() + patience(PATIENCE_MS);
  const { answer = NOTHING, refusals } = await untilTaken(() => get(target, path, slowly), deadline);
  const isRight = answer.status !== 200 || (answer.isWhole && answer.bytes > atLeast);
  const wrong = isRight ? [] : [`an answer ended after ${answer.bytes} bytes`];
  return { statuses: [answer.status], refusals, wrong };
}

interface Got {
  readonly status: number;
  readonly bytes: number;
  readonly isWhole: boolean;
}
const NOTHING: Got = { status: 0, bytes: 0, isWhole: false };

async function get({ baseUrl, headers }: Target, path: string, slowly: boolean): Promise<Got> {
  const outgoing = request(new URL(path, baseUrl), { agent: false, headers });
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
