import { readFileSync, readdirSync } from 'node:fs';
import { plural } from '@sluice/runtime';
import { mode } from '../../command/modes';
import { UsageError, integer, text } from '../../command/options';
import { LONGEST_STALL_MS } from '../../product/stall-watch';
import { formatMilliseconds, formatTable } from '../../report/table';
import { send } from '../call';
import { judgeExchange } from '../check/judge-answer';
import { type FuzzedProduct, defaultContext, startFuzzedProduct } from '../fuzzed-product';
import type { Draft, FuzzInput } from '../input/fuzz-input';
import { withUsualHeaders } from '../input/make-input';
import { type Exchange, WireConnection } from '../wire/wire-connection';
import { type GrowthCase, growthCases, plainRequests } from './growth-cases';
import { FLOOR_MS, type Growth, MAX_GROWTH, NO_GROWTH, growthOf } from './judge-growth';

const MIB = 1024 * 1024;
/** Maximum size of the long part: 1 MiB less 32 KiB for the rest of the body. */
const MOST = MIB - 32 * 1024;
/** Number of cases between two progress lines. */
const PRINTED_EVERY = 250;
const WORST_SHOWN = 15;
/** Maximum duration of any request, in milliseconds on the reference machine. */
const TIMEOUT_MS = 120_000;
const STALL_ATTEMPTS = 3;
const DOUBLINGS = 5;

/** Sends everything that can be long or many in increasing lengths: no request may use more than its share of time, or block others. */
export const growthMode = mode(
  'growth',
  {
    case: text('<part of its name>'),
    every: integer({ default: 1, min: 1, max: 10_000 }),
    most: integer({ default: MOST, min: 1024, max: 16 * MIB }),
  },
  async ({ case: part = '', every, most }, context) => {
    const { print, signal, closers } = context;
    const cases = growthCases().filter(({ name }, at) => name.includes(part) && at % every === 0);
    if (cases.length === 0) throw new UsageError('--case: no case has this in its name');
    const fuzzed = await startFuzzedProduct(context);
    const sender = new GrowthSender(fuzzed);
    closers.add('connection', () => sender.close());
    await sender.checkPlainRequests();
    print(`${plural(cases.length, 'case')}, up to ${most} bytes`);
    const results: GrowthResult[] = [];
    let wrong = 0;
    for (const one of cases) {
      signal.throwIfAborted();
      const result = await sender.grow(one, most);
      results.push(result);
      const sentences = [...result.wrong, ...fuzzed.product.problems()];
      for (const sentence of sentences) print(`WRONG: ${one.name}: ${sentence}`);
      wrong += Number(sentences.length > 0);
      if (results.length % PRINTED_EVERY === 0) print(`${results.length} of ${cases.length}`);
    }
    print(fastestGrowing(results));
    const all = plural(cases.length, 'case');
    print(
      wrong === 0 ? `RIGHT: ${all} take their share, and nothing had to wait for them` : `WRONG: ${wrong} of ${all}`,
    );
    return wrong === 0 ? 0 : 1;
  },
);

interface GrowthResult extends Growth {
  readonly name: string;
  /** Sentences; empty where all is right. */
  readonly wrong: readonly string[];
}

/** Sends requests one after the other, and measures the processor time of the product. */
class GrowthSender {
  readonly #fuzzed: FuzzedProduct;
  readonly #connection: WireConnection;

  constructor(fuzzed: FuzzedProduct) {
    this.#fuzzed = fuzzed;
    this.#connection = new WireConnection(fuzzed.port);
  }

  /** @throws Error where the product refuses a request that has nothing long in it: its cases would prove nothing */
  async checkPlainRequests(): Promise<void> {
    for (const draft of plainRequests()) {
      const [answer] = (await this.#send(this.#complete(draft))).answers;
      const text = String(answer?.body);
      if (answer?.status !== 200 || text.includes('ejected')) throw new Error(`${draft.path} refuses: ${text}`);
    }
  }

  /**
   * Sends a case in lengths that double up to the maximum, and checks its answers, how processor time grows, and whether other requests
   * waited. Where the shortest and the longest take too little time to be compared, those between are not sent.
   */
  async grow({ name, make, most: own = Infinity }: GrowthCase, most: number): Promise<GrowthResult> {
    const { product, stalls } = this.#fuzzed;
    const context = defaultContext(this.#fuzzed);
    const wrong = new Set<string>();
    const longest = Math.min(most, own);
    const prepare = (length: number) => {
      const input = this.#complete(make(length));
      return { input, work: () => this.#send(input) };
    };
    const measure = async (length: number): Promise<number> => {
      const { input, work } = prepare(length);
      const before = ranMs(product.pid);
      const exchange = await work();
      const ms = ranMs(product.pid) - before;
      for (const what of judgeExchange(exchange, input, context)) wrong.add(`${what} at ${length} bytes`);
      // Less processor time cannot block the event loop for so long.
      const stall = () => stalls.leastStall(() => prepare(length).work, { attempts: STALL_ATTEMPTS });
      const stallMs = ms > LONGEST_STALL_MS ? await stall() : 0;
      if (stallMs > LONGEST_STALL_MS)
        wrong.add(`nothing else was done for ${Math.round(stallMs)} ms at ${length} bytes`);
      return ms;
    };
    const from = longest / 2 ** DOUBLINGS;
    const isShort = (await measure(from)) < FLOOR_MS && (await measure(longest)) < 2 * FLOOR_MS;
    const growth = isShort ? NO_GROWTH : await growthOf(measure, { from, most: longest });
    if (growth.worst > MAX_GROWTH) {
      const { worst, ms, atLength } = growth;
      wrong.add(`takes ${worst.toFixed(1)} times as long (${Math.round(ms)} ms) at ${atLength} bytes as at half of it`);
    }
    return { name, ...growth, wrong: [...wrong] };
  }

  close(): void {
    this.#connection.close();
  }

  /** Completes a request; an odd header may be refused before its endpoint is. */
  #complete(draft: Draft): FuzzInput {
    const input = withUsualHeaders(defaultContext(this.#fuzzed), { index: -1, draft });
    const isOdd = Object.keys(draft.headers ?? {}).length > 0;
    return isOdd ? { ...input, authorized: undefined } : input;
  }

  #send(input: FuzzInput): Promise<Exchange> {
    return send(this.#connection, input, TIMEOUT_MS);
  }
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

function fastestGrowing(results: readonly GrowthResult[]): string {
  const rows = [...results].sort((a, b) => b.worst - a.worst || b.ms - a.ms).slice(0, WORST_SHOWN);
  return formatTable([
    ['the fastest growing', 'times', 'at bytes', 'took'],
    ...rows.map(({ name, worst, atLength, ms }) => [name, worst.toFixed(2), String(atLength), formatMilliseconds(ms)]),
  ]);
}
