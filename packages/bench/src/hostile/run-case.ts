import { LONGEST_STALL_MS, type StallWatch } from '../product/stall-watch';
import { MIB } from './bodies';
import type { HostileCase, Outcome, Target } from './hostile-case';
import { OtherSender, type OtherSenderResult } from './other-sender';
import { peakBytes, resetPeak } from './peak-memory';

/** Memory limit of the process for any input (contract: Limits). */
export const LIMIT_BYTES = 400 * MIB;

export interface CaseResult {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly peakBytes: number;
  /** Longest stall of the product's event loop in milliseconds. */
  readonly stallMs: number;
  readonly other: OtherSenderResult;
  /** Sentences; empty where all is right. */
  readonly wrong: readonly string[];
}

/** Product with its process id and watch for stalls. */
export interface Watched {
  readonly pid: number;
  readonly stalls: StallWatch;
}

/** Runs one case next to another sender. @throws Error when the product has ended */
export async function runCase(hostile: HostileCase, target: Target, { pid, stalls }: Watched): Promise<CaseResult> {
  const { name } = hostile;
  const send = await hostile.prepare(target);
  const other = new OtherSender(target, `beside ${name}`);
  await resetPeak(pid);
  await stalls.start();
  const begun = performance.now();
  other.start();
  const outcome = await send();
  const seconds = (performance.now() - begun) / 1000;
  const met = await other.stop();
  const peak = await peakBytes(pid);
  const stallMs = await leastStall(hostile, target, stalls);
  const wrong = [...judge(hostile, outcome), ...met.wrong];
  if (peak > LIMIT_BYTES) wrong.push(`${toMib(peak)} MiB are more than ${toMib(LIMIT_BYTES)} MiB`);
  if (stallMs > LONGEST_STALL_MS) wrong.push(`nothing else was done for ${Math.round(stallMs)} ms`);
  return { name, outcome, seconds, peakBytes: peak, stallMs, other: met, wrong };
}

const MOST_REPEATS = 2;

/** Repeats the case alone, because another process may have caused the stall; a stall that does not recur is not counted. */
async function leastStall(hostile: HostileCase, target: Target, stalls: StallWatch): Promise<number> {
  let least = (await stalls.stop()).longestMs;
  for (let again = 0; again < MOST_REPEATS && least > LONGEST_STALL_MS; again += 1) {
    const send = await hostile.prepare(target);
    await stalls.start();
    await send();
    least = Math.min(least, (await stalls.stop()).longestMs);
  }
  return least;
}

/** Checks the answers of a case. */
export function judge(
  { expect, crowded = false }: Pick<HostileCase, 'expect' | 'crowded'>,
  outcome: Outcome,
): string[] {
  const right = new Set([...expect, ...(crowded ? [503] : [])]);
  const others = [...new Set(outcome.statuses)].filter((status) => !right.has(status));
  return [
    ...others.map((status) => `answered ${statusText(status)} instead of ${expect.join(' or ')}`),
    ...(outcome.wrong ?? []),
  ];
}

/** Returns `200`, or `200 ×12, 503 ×4`. */
export function statusesText(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => (count === 1 ? statusText(status) : `${statusText(status)} ×${count}`))
    .join(', ');
}

export const toMib = (bytes: number): number => Math.round(bytes / MIB);

const statusText = (status: number): string => (status === 0 ? 'none' : String(status));
