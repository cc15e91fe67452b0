import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import { plural } from '@sluice/runtime';
import { mode } from '../../command/modes';
import { UsageError, text } from '../../command/options';
import { peakBytes, resetPeak } from '../../product/process-usage';
import { LONGEST_STALL_MS } from '../../product/stall-watch';
import { formatMilliseconds } from '../../report/table';
import { type Call, createCall } from '../call';
import { type FuzzedProduct, defaultContext, startFuzzedProduct } from '../fuzzed-product';
import { MIB } from './bodies';
import { BODY_CASES } from './body-cases';
import { CONNECTION_CASES } from './connection-cases';
import { GRPC_CASES } from './grpc-cases';
import { type HostileCase, type Outcome, PATIENCE_MS } from './hostile-case';
import { OtherSender, type OtherSenderResult } from './other-sender';
import { ofBodies } from './send-bodies';

const CASES: readonly HostileCase[] = [...BODY_CASES.map(ofBodies), ...CONNECTION_CASES, ...GRPC_CASES];

/** Memory limit of the process for any input (contract: Limits). */
const LIMIT_BYTES = 400 * MIB;
const MAX_REPEATS = 2;

/** Sends the worst input that the limits allow, and checks the product's memory and the answers to another sender. */
export const hostileMode = mode(
  'hostile',
  { case: text('<part of its name>') },
  async ({ case: part = '' }, context) => {
    const { print, signal } = context;
    const cases = CASES.filter(({ name }) => name.includes(part));
    if (cases.length === 0)
      throw new UsageError(
        `--case: no case has this in its name; there are:\n${CASES.map(({ name }) => `  ${name}`).join('\n')}`,
      );
    const fuzzed = await startFuzzedProduct(context);
    print(row(['case', 'answered', 'took', 'peak', 'stall', 'slowest answer to another sender']));
    let wrong = 0;
    let highest = 0;
    for (const hostile of cases) {
      signal.throwIfAborted();
      const result = await runCase(hostile, fuzzed).catch((error: unknown) => {
        const [end] = fuzzed.product.problems().filter((problem) => problem.startsWith('ended with'));
        throw end === undefined ? error : new Error(`${hostile.name}: the product ${end}`);
      });
      print(lineOf(hostile.name, result));
      for (const sentence of result.wrong) print(`  WRONG: ${sentence}`);
      wrong += Number(result.wrong.length > 0);
      highest = Math.max(highest, result.bytes);
    }
    const most = `at most ${toMib(highest)} MiB of ${toMib(LIMIT_BYTES)} MiB were resident`;
    const all = plural(cases.length, 'case');
    print(
      wrong === 0 ? `RIGHT: ${all}, ${most}, and another sender lost nothing` : `WRONG: ${wrong} of ${all}; ${most}`,
    );
    return wrong === 0 ? 0 : 1;
  },
);

export interface CaseResult {
  readonly outcome: Outcome;
  readonly seconds: number;
  /** Peak resident memory of the product. */
  readonly bytes: number;
  /** Longest stall of the product's event loop in milliseconds. */
  readonly stallMs: number;
  readonly other: OtherSenderResult;
  /** Sentences; empty where all is right. */
  readonly wrong: readonly string[];
}

/** Limits of a case, and the requests of another sender: a test replaces them to show that they are checked. */
interface CaseOptions {
  readonly mostBytes?: number;
  readonly mostStallMs?: number;
  readonly call?: Call;
}

/** Runs one case next to another sender. @throws Error when the product has ended */
export async function runCase(
  hostile: HostileCase,
  fuzzed: FuzzedProduct,
  options: CaseOptions = {},
): Promise<CaseResult> {
  const { stalls, port } = fuzzed;
  const { pid } = fuzzed.product;
  const context = defaultContext(fuzzed);
  const { mostBytes = LIMIT_BYTES, mostStallMs = LONGEST_STALL_MS } = options;
  const { call = createCall(port, context, PATIENCE_MS) } = options;
  const { grpcAddress } = fuzzed.product;
  const target = { port, grpcAddress, context };
  const work = await hostile.prepare(target);
  await resetPeak(pid);
  await stalls.start();
  const begun = performance.now();
  const sender = new OtherSender(call, `beside ${hostile.name}`);
  const outcome = await work();
  const seconds = (performance.now() - begun) / 1000;
  const other = await sender.stop();
  const bytes = await peakBytes(pid);
  const first = (await stalls.stop()).longestMs;
  const stallMs = await stalls.leastStall(() => hostile.prepare(target), { attempts: MAX_REPEATS, first });
  const held = await bytesHeld(fuzzed.product);
  const wrong = [...outcome.wrong, ...other.wrong];
  if (held !== 0) wrong.push(`${held} bytes stay in flight`);
  if (bytes > mostBytes) wrong.push(`${toMib(bytes)} MiB are more than ${toMib(mostBytes)} MiB`);
  if (stallMs > mostStallMs) wrong.push(`nothing else was done for ${Math.round(stallMs)} ms`);
  return { outcome, seconds, bytes, stallMs, other, wrong };
}

const RELEASE_MS = 20_000;

/** Waits until no bytes are in flight. @returns the bytes that are after `RELEASE_MS`; NaN without their metric */
async function bytesHeld({ adminUrl }: FuzzedProduct['product']): Promise<number> {
  const deadline = performance.now() + patience(RELEASE_MS);
  for (;;) {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const held = Number(/^sluice_gateway_inflight_bytes (.+)$/m.exec(text)?.[1] ?? NaN);
    if (held === 0 || performance.now() > deadline) return held;
    await sleep(100);
  }
}

const WIDTHS = [56, 28, 9, 10, 9] as const;

function row(cells: readonly string[]): string {
  const padded = cells.map((cell, column) => cell[column < 2 ? 'padEnd' : 'padStart'](WIDTHS[column] ?? 0));
  return padded.join('  ').trimEnd();
}

function lineOf(name: string, { outcome, seconds, bytes, stallMs, other }: CaseResult): string {
  const before = outcome.refusals === 0 ? '' : ` (503 before: ${outcome.refusals})`;
  const refused = other.refusals === 0 ? '' : `, ${other.refusals} answers 503 to ${other.sent} requests`;
  return row([
    name,
    `${statusesText(outcome.statuses)}${before}`,
    `${seconds.toFixed(1)} s`,
    `${toMib(bytes)} MiB`,
    formatMilliseconds(stallMs),
    `${formatMilliseconds(other.slowestMs)}${refused}`,
  ]);
}

/** Returns `200`, or `200 ×12, 503 ×4`. */
function statusesText(statuses: Outcome['statuses']): string {
  const counts = new Map<string, number>();
  for (const status of statuses.map((each) => String(each || 'none')).sort()) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${status}${count === 1 ? '' : ` ×${count}`}`).join(', ');
}

const toMib = (bytes: number): number => Math.round(bytes / MIB);
