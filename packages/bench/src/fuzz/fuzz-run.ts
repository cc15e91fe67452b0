import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/machine';
import type { ClientBase } from 'pg';
import { findInconsistencies } from '../check/consistency';
import type { Product } from '../product/product';
import { usageOfProcess } from '../product/process-usage';
import { type Call, createCall, send } from './call';
import { compareStored } from './check/compare-stored';
import { judgeExchange } from './check/judge-answer';
import { Ledger } from './check/ledger';
import { readBackAll, readBackSample } from './check/read-back';
import { type Sentinel, placeSentinel } from './check/sentinel';
import { StallSuspects } from './check/stall-suspects';
import type { Violation } from './check/violation';
import { choicesOf } from './input/choices';
import { type FuzzInput, type FuzzWorld, TARGETS, type Target, targetOf } from './input/fuzz-input';
import { makeInput } from './input/make-input';
import { sentAgain } from './input/sent-again';
import { type Exchange, WireConnection } from './wire/wire-connection';

export interface FuzzOptions {
  readonly world: FuzzWorld;
  /** Only this one of the targets, if any. */
  readonly target?: Target | undefined;
  readonly inputs: number;
  readonly connections: number;
  readonly product: Pick<Product, 'pid' | 'baseUrl' | 'adminUrl' | 'problems'>;
  /** The database of the product, with the rights to read all of it. */
  readonly sql: ClientBase;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Called before everything is compared, while nothing is sent, with what will be. @param lastPoint see `compareStored` */
  readonly beforeCompare?: ((ledger: Ledger, lastPoint: string) => Promise<void>) | undefined;
}

/** What a target was answered. */
export interface TargetResult {
  inputs: number;
  readonly statuses: Map<number, number>;
  slowestMs: number;
}

export interface FuzzResult {
  readonly targets: ReadonlyMap<Target, TargetResult>;
  readonly violations: readonly Violation[];
  /** What is stored according to the answers, all of it compared. */
  readonly ledger: Ledger;
  readonly peakBytes: number;
  /** The longest stall of the event loop, in milliseconds, whether it came again or not. */
  readonly stallMs: number;
  readonly seconds: number;
}

/** Everything is compared after so many inputs, while nothing is sent. */
const WINDOW = 10_000;
/** What the product may take of memory while it is sent these inputs. */
const MOST_BYTES = 1_500_000_000;
/** As `Retry-After` asks. */
const PAUSE_MS = 1000;
/** A run that shows so much needs no more. */
const ENOUGH_VIOLATIONS = 30;

/** Sends inputs to a product that nobody else uses, and looks whether anything of what it does is wrong. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const run = new FuzzRun(options);
  try {
    return await run.run();
  } finally {
    run.close();
  }
}

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #first: WireConnection;
  readonly #connections: readonly WireConnection[];
  readonly #call: Call;
  readonly #ledger = new Ledger();
  readonly #targets = new Map<Target, TargetResult>(
    TARGETS.map((target) => [target, { inputs: 0, statuses: new Map(), slowestMs: 0 }]),
  );
  readonly #violations: Violation[] = [];
  readonly #begun = performance.now();
  readonly #stalls: StallSuspects;
  #peakBytes = 0;
  #lastHeavy: Promise<unknown> = Promise.resolve();

  constructor(options: FuzzOptions) {
    this.#options = options;
    const port = Number(new URL(options.product.baseUrl).port);
    this.#first = new WireConnection(port);
    const others = Array.from({ length: options.connections - 1 }, () => new WireConnection(port));
    this.#connections = [this.#first, ...others];
    this.#call = createCall(port, options.world);
    this.#stalls = new StallSuspects(options.product);
  }

  async run(): Promise<FuzzResult> {
    try {
      await this.#sendAll();
      await this.#finish();
    } catch (error) {
      this.#options.signal.throwIfAborted();
      // A product that has ended takes no connections; its last lines are on their way.
      await sleep(500);
      this.#report({ index: undefined, what: String(error) });
      this.#hear();
    }
    return {
      targets: this.#targets,
      violations: this.#violations,
      ledger: this.#ledger,
      peakBytes: this.#peakBytes,
      stallMs: this.#stalls.longestMs,
      seconds: (performance.now() - this.#begun) / 1000,
    };
  }

  async #sendAll(): Promise<void> {
    const { inputs, print, signal, target } = this.#options;
    const sentinel = await placeSentinel(this.#call);
    this.#ledger.expect(-1, sentinel.items);
    let lastPoint = await this.#lastPoint();
    this.#ledger.startAnew();
    const step = target === undefined ? 1 : TARGETS.length;
    const first = target === undefined ? 0 : TARGETS.indexOf(target);
    for (let sent = 0; sent < inputs && this.#violations.length < ENOUGH_VIOLATIONS;) {
      const window = Math.min(WINDOW, inputs - sent);
      const indexes = Array.from({ length: window }, (_, n) => first + (sent + n) * step);
      await this.#stalls.during(() => this.#send(indexes));
      signal.throwIfAborted();
      sent += window;
      lastPoint = await this.#compare(sentinel, lastPoint);
      const rate = Math.round(sent / ((performance.now() - this.#begun) / 1000));
      print(
        `${sent} inputs, ${rate} a second, ${this.#ledger.traces.size} traces, ${this.#violations.length} violations`,
      );
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#stalls.close();
  }

  /** Every connection sends the next input when the one before is answered. */
  async #send(indexes: readonly number[]): Promise<void> {
    let next = 0;
    const work = async (connection: WireConnection): Promise<void> => {
      while (!this.#options.signal.aborted && this.#violations.length < ENOUGH_VIOLATIONS) {
        const index = indexes[next++];
        if (index === undefined) return;
        await this.#one(connection, index);
      }
    };
    await Promise.all(this.#connections.map(work));
  }

  async #one(connection: WireConnection, index: number): Promise<void> {
    const input = makeInput(this.#options.world, index);
    const work = () => this.#sendAgain(connection, input);
    const from = performance.now();
    const exchange = await (input.heavy ? this.#inTurn(work) : work());
    // Those of more than 1 MiB are what hostile sends.
    if (!input.heavy) this.#stalls.note(index, from);
    const result = this.#targets.get(targetOf(index));
    if (result !== undefined) {
      result.inputs += 1;
      result.slowestMs = Math.max(result.slowestMs, exchange.milliseconds);
      const status = exchange.answers[0]?.status ?? 0;
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    }
    for (const what of judgeExchange(exchange, input, this.#options.world)) this.#report({ index, what });
    const [answer] = exchange.answers;
    if (answer === undefined || answer.status >= 500) {
      this.#ledger.noteUnclear(input);
      return;
    }
    const { status } = answer;
    const wrong = status === 200 ? this.#ledger.accept(input, answer) : this.#ledger.refuse(input, status);
    if (wrong !== undefined) this.#report({ index, what: wrong });
    if (status === 200 && input.twice) {
      const [again] = (await send(connection, sentAgain(input))).answers;
      if (again?.status !== 200) this.#report({ index, what: `sent again, answered ${String(again?.status)}` });
    }
  }

  /** Again after a 503 that asks for it, as senders do: where others use the machine, too, storing takes too long now and then. */
  async #sendAgain(connection: WireConnection, input: FuzzInput): Promise<Exchange> {
    for (const begun = performance.now(); ;) {
      const exchange = await send(connection, input);
      const [answer] = exchange.answers;
      const isAsked = answer?.status === 503 && answer.headers.has('retry-after') && input.framing === 'whole';
      if (!isAsked || performance.now() - begun > patience(20_000)) return exchange;
      this.#ledger.noteUnclear(input);
      await sleep(PAUSE_MS);
    }
  }

  /** One after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastHeavy.then(work);
    this.#lastHeavy = result.catch(() => undefined);
    return result;
  }

  async #compare(sentinel: Sentinel, lastPoint: string): Promise<string> {
    const { sql, world, product } = this.#options;
    await this.#options.beforeCompare?.(this.#ledger, lastPoint);
    const compared = await compareStored(sql, this.#ledger, lastPoint);
    for (const violation of compared.violations) this.#report(violation);
    const repeat = async (input: FuzzInput) => (await send(this.#first, input)).answers[0]?.status;
    const samples = { ledger: this.#ledger, world, call: this.#call, repeat };
    for (const violation of await readBackSample(samples)) this.#report(violation);
    const changed = await sentinel.check();
    if (changed !== undefined) this.#report({ index: undefined, what: changed });
    this.#hear();
    const { bytes } = await usageOfProcess(product.pid).catch(() => ({ bytes: NaN }));
    if (Number.isNaN(bytes)) this.#report({ index: undefined, what: 'the process of the product has ended' });
    if (bytes > MOST_BYTES) this.#report({ index: undefined, what: `the product takes ${bytes} bytes of memory` });
    this.#peakBytes = Math.max(this.#peakBytes, bytes);
    this.#ledger.startAnew();
    return compared.lastPoint;
  }

  async #finish(): Promise<void> {
    const { sql, world, print } = this.#options;
    if (this.#options.signal.aborted) return;
    const { violations, items } = await readBackAll(this.#ledger, this.#call);
    print(`read back: ${items} traces in lists, all days, series and names`);
    for (const violation of violations) this.#report(violation);
    for (const what of await findInconsistencies(sql)) this.#report({ index: undefined, what });
    const alone = (index: number, attempt: number): Promise<unknown> =>
      send(this.#first, makeInput({ ...world, seed: world.seed + attempt }, index, choicesOf(world.seed, index)));
    for (const violation of await this.#stalls.convict(alone)) this.#report(violation);
  }

  async #lastPoint(): Promise<string> {
    const { rows } = await this.#options.sql.query<{ seq: string }>(
      'select coalesce(max(seq), 0)::text as seq from sluice.metric_points',
    );
    return rows[0]?.seq ?? '0';
  }

  #hear(): void {
    for (const problem of this.#options.product.problems()) {
      this.#report({ index: undefined, what: `the product logged: ${problem}` });
    }
  }

  #report(violation: Violation): void {
    this.#violations.push(violation);
    const { index, what } = violation;
    const replay = index === undefined || index < 0 ? '' : ` (--replay ${this.#options.world.seed}:${index})`;
    this.#options.print(`WRONG${replay}: ${what}`);
  }
}
