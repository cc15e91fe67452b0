import { readFileSync, readdirSync } from 'node:fs';
import type { HttpClient } from '../load/http-client';
import { LONGEST_STALL_MS } from '../product/stall-watch';
import type { WatchedProduct } from '../product/watched-product';
import type { GrowthCase, Sent } from './cases';
import { FLOOR_MS, type Growth, MOST_GROWTH, NO_GROWTH, growthOf } from './judge-growth';

export interface GrowthResult extends Growth {
  /** Sentences; empty where all is right. */
  readonly wrong: readonly string[];
}

const STALL_ATTEMPTS = 3;
const DOUBLINGS = 5;

/**
 * Sends a case in lengths that double up to the maximum, and checks how processor time grows and whether other requests waited. Where the
 * shortest and the longest take too little time to be compared, those between are not sent.
 */
export async function runGrowth(
  { make, most: own = Infinity }: GrowthCase,
  { product, stalls, http }: WatchedProduct,
  most: number,
): Promise<GrowthResult> {
  const wrong = new Set<string>();
  const longest = Math.min(most, own);
  const lengths = { from: longest / 2 ** DOUBLINGS, most: longest };

  const stallOf = async (length: number): Promise<number> => {
    let least = Infinity;
    for (let attempt = 0; attempt < STALL_ATTEMPTS && least > LONGEST_STALL_MS; attempt += 1) {
      const sent = make(length);
      await stalls.start();
      await send(sent, http);
      least = Math.min(least, (await stalls.stop()).longestMs);
    }
    return least;
  };

  const measure = async (length: number): Promise<number> => {
    const sent = make(length);
    const before = ranMs(product.pid);
    const status = await send(sent, http);
    const ms = ranMs(product.pid) - before;
    if (status === 0 || status === 500) wrong.add(`answered ${status || 'nothing'} at ${length} bytes`);
    // Less processor time cannot block the event loop for so long.
    const stallMs = ms > LONGEST_STALL_MS ? await stallOf(length) : 0;
    if (stallMs > LONGEST_STALL_MS) wrong.add(`nothing else was done for ${Math.round(stallMs)} ms at ${length} bytes`);
    return ms;
  };

  const isShort = (await measure(lengths.from)) < FLOOR_MS && (await measure(longest)) < 2 * FLOOR_MS;
  const growth = isShort ? NO_GROWTH : await growthOf(measure, lengths);
  if (growth.worst > MOST_GROWTH) {
    const { worst, ms, atLength } = growth;
    wrong.add(`takes ${worst.toFixed(1)} times as long (${Math.round(ms)} ms) at ${atLength} bytes as at half of it`);
  }
  return { ...growth, wrong: [...wrong] };
}

/** @returns the status, 0 without an answer */
async function send({ path, headers = {}, body }: Sent, http: HttpClient): Promise<number> {
  const answer = body === undefined ? http.get(path, headers) : http.post(path, headers, body);
  return answer.then(
    ({ status }) => status,
    () => 0,
  );
}

/**
 * Returns the run time of all threads of a process in milliseconds (proc(5): schedstat, so Linux only): on a busy machine it shows the cost
 * of the work, while the duration depends on other work.
 */
function ranMs(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  }
  return sum;
}
