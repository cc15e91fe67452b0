import { otlpMessage } from '@sluice/testbed/samples';
import type { RequestSource } from '../load/request-source';
import { WORKLOADS } from '../load/workloads';
import { createRandom } from '../random-source';

const MEASURE_MS = 500;

/**
 * Returns the processor time of protobufjs to decode one span of the headline, in microseconds: a unit that makes costs of a span
 * comparable between machines.
 */
export async function plainDecodeMicros(): Promise<number> {
  const source = WORKLOADS.headline.begin()(createRandom(1));
  const body = (): Buffer => bodyOf(source);
  const plain = otlpMessage('trace');
  const costs: number[] = [];
  for (const step of [body, () => plain.decode(body())]) {
    spend(step, MEASURE_MS);
    await new Promise(setImmediate);
    costs.push(spend(step, MEASURE_MS) / source.items);
  }
  const [request = NaN, decoder = NaN] = costs;
  return decoder - request;
}

/** Returns the body in a buffer of its own, which texts may be slices of. */
export function bodyOf(source: RequestSource): Buffer {
  return Buffer.from(source.next(Date.now()));
}

/** Repeats a step for this time. @returns processor time of one call in microseconds */
export function spend(step: () => unknown, milliseconds: number): number {
  const begun = performance.now();
  const before = process.cpuUsage();
  let times = 0;
  for (; performance.now() - begun < milliseconds; times += 1) step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
