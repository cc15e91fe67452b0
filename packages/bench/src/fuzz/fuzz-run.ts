import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import type { ClientBase } from 'pg';
import { findInconsistencies } from '../check/consistency';
import { usageOfProcess } from '../product/process-usage';
import { type Call, createCall, send } from './call';
import { type Expected, compareStored, strangers } from './check/compare-stored';
import { judgeExchange } from './check/judge-answer';
import { Ledger } from './check/ledger';
import { readBackAll, readBackSample, readForeign } from './check/read-back';
import { EventKinds } from './check/event-kinds';
import { ReadKinds } from './check/read-kinds';
import { type Sentinel, placeSentinel } from './check/sentinel';
import { type Sending, StallSuspects } from './check/stall-suspects';
import type { Violation } from './check/violation';
import type { FuzzedProduct } from './fuzzed-product';
import { choicesOf } from './input/choices';
import { type FuzzInput, type FuzzContext, TARGETS, type Target, isSuccess, targetOf } from './input/fuzz-input';
import { makeInput } from './input/make-input';
import { sentAgain } from './input/repeat-input';
import { type Exchange, WireConnection } from './wire/wire-connection';

export interface FuzzOptions {
  readonly seed: number;
  /** Product; an input of the same index has the same ids in each of its projects. */
  readonly fuzzed: FuzzedProduct;
  /** Target to restrict the run to. */
  readonly target?: Target | undefined;
  readonly inputs: number;
  readonly connections: number;
  /** Connection to the product's database, with the rights to read all of it. */
  readonly sql: ClientBase;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Called with the expected rows before each comparison, while no input is sent. */
  readonly beforeCompare?: ((expected: readonly Expected[]) => Promise<void>) | undefined;
}

/** Answers to the inputs of one target. */
export interface TargetResult {
  inputs: number;
  readonly statuses: Map<number, number>;
  slowestMs: number;
}

export interface FuzzResult {
  readonly targets: ReadonlyMap<Target, TargetResult>;
  /** Kinds of values in the reads. */
  readonly reads: ReadKinds;
  /** Kinds of events. */
  readonly events: EventKinds;
  readonly violations: readonly Violation[];
  readonly peakBytes: number;
  /** Longest stall of the event loop in milliseconds, whether it recurred or not. */
  readonly stallMs: number;
  readonly seconds: number;
}

/** Number of inputs between two comparisons of everything, during which no input is sent. */
const WINDOW = 10_000;
/** Maximum memory of the product during these inputs, in bytes. */
const MAX_BYTES = 1_500_000_000;
/** Pause that `Retry-After` requests. */
const PAUSE_MS = 1000;
/** Number of traces of a window that are read by the API. */
const SAMPLES = 60;
/** Number of violations after which the run ends. */
const ENOUGH_VIOLATIONS = 30;

/** Sends inputs to a product that no other client uses, and checks everything that the product does. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const run = new FuzzRun(options);
  try {
    return await run.run();
  } finally {
    run.close();
  }
}

/** State of one project in a run. */
interface Part {
  readonly context: FuzzContext;
  /** Name of the project in its row. */
  readonly project: string;
  readonly call: Call;
  readonly ledger: Ledger;
  sentinel: Sentinel | undefined;
  lastPoint: string;
}

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #first: WireConnection;
  readonly #connections: readonly WireConnection[];
  readonly #parts: readonly Part[];
  readonly #targets = new Map<Target, TargetResult>(
    TARGETS.map((target) => [target, { inputs: 0, statuses: new Map(), slowestMs: 0 }]),
  );
  readonly #reads = new ReadKinds();
  readonly #events = new EventKinds();
  readonly #violations: Violation[] = [];
  readonly #begun = performance.now();
  readonly #stalls: StallSuspects;
  #peakBytes = 0;
  #lastHeavy: Promise<unknown> = Promise.resolve();

  constructor(options: FuzzOptions) {
    this.#options = options;
    const { port, projects, stalls } = options.fuzzed;
    this.#first = new WireConnection(port);
    const others = Array.from({ length: options.connections - 1 }, () => new WireConnection(port));
    this.#connections = [this.#first, ...others];
    this.#parts = projects.map(({ name: project, ...credentials }, projectNo) => {
      const context = { seed: options.seed, projectNo, ...credentials };
      const call = createCall(port, context);
      return { context, project, call, ledger: new Ledger(), sentinel: undefined, lastPoint: '0' };
    });
    this.#stalls = new StallSuspects(stalls);
  }

  async run(): Promise<FuzzResult> {
    try {
      await this.#sendAll();
      await this.#finish();
    } catch (error) {
      this.#options.signal.throwIfAborted();
      // An ended product accepts no connections; its last lines are still to be read.
      await sleep(500);
      this.#report({ index: undefined, what: String(error) });
      this.#hear();
    }
    return {
      targets: this.#targets,
      reads: this.#reads,
      events: this.#events,
      violations: this.#violations,
      peakBytes: this.#peakBytes,
      stallMs: this.#stalls.longestMs,
      seconds: (performance.now() - this.#begun) / 1000,
    };
  }

  async #sendAll(): Promise<void> {
    const { inputs, print, signal, target } = this.#options;
    for (const part of this.#parts) part.sentinel = await placeSentinel(part.call, part.context.projectNo);
    const lastPoint = await this.#lastPoint();
    for (const part of this.#parts) {
      part.ledger.expect(-1, part.sentinel?.items ?? []);
      part.ledger.startAnew();
      part.lastPoint = lastPoint;
    }
    const step = target === undefined ? 1 : TARGETS.length;
    const first = target === undefined ? 0 : TARGETS.indexOf(target);
    const turns = this.#parts.length;
    for (let sent = 0; sent < inputs && this.#violations.length < ENOUGH_VIOLATIONS;) {
      const window = Math.min(WINDOW, inputs - sent);
      const sendings = Array.from({ length: window }, (_, n) => {
        const turn = sent + n;
        return { projectNo: turn % turns, index: first + Math.floor(turn / turns) * step };
      });
      await this.#stalls.during(() => this.#send(sendings));
      signal.throwIfAborted();
      sent += window;
      await this.#compare();
      const rate = Math.round(sent / ((performance.now() - this.#begun) / 1000));
      const traces = this.#parts.map(({ ledger }) => ledger.traces.size).join(' + ');
      print(`${sent} inputs, ${rate} a second, ${traces} traces, ${this.#violations.length} violations`);
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  /** Sends inputs on all connections, the next one when the previous one is answered. */
  async #send(sendings: readonly Sending[]): Promise<void> {
    let next = 0;
    const work = async (connection: WireConnection): Promise<void> => {
      while (!this.#options.signal.aborted && this.#violations.length < ENOUGH_VIOLATIONS) {
        const sending = sendings[next++];
        if (sending === undefined) return;
        await this.#one(connection, sending);
      }
    };
    await Promise.all(this.#connections.map(work));
  }

  async #one(connection: WireConnection, { projectNo, index }: Sending): Promise<void> {
    const part = this.#parts[projectNo];
    if (part === undefined) return;
    const { ledger, context } = part;
    const input = makeInput(context, index);
    const work = () => this.#sendAgain(connection, input, ledger);
    const from = performance.now();
    const exchange = await (input.heavy ? this.#inTurn(work) : work());
    // Stalls by bodies above 1 MiB are the subject of `--hostile`.
    if (!input.heavy) this.#stalls.note({ projectNo, index }, from);
    const result = this.#targets.get(targetOf(index));
    if (result !== undefined) {
      result.inputs += 1;
      result.slowestMs = Math.max(result.slowestMs, exchange.milliseconds);
      const status = exchange.answers[0]?.status ?? 0;
      this.#reads.count(input, status);
      this.#events.count(input, exchange.answers[0]);
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    }
    for (const what of judgeExchange(exchange, input, context)) this.#report({ projectNo, index, what });
    const [answer] = exchange.answers;
    if (answer === undefined || answer.status >= 500) {
      ledger.noteUnclear(input);
      return;
    }
    const { status } = answer;
    const stores = isSuccess(input.endpoint, status);
    const wrong = stores ? ledger.accept(input, answer) : ledger.refuse(input, status);
    if (wrong !== undefined) this.#report({ projectNo, index, what: wrong });
    if (stores && input.twice) {
      const [again] = (await send(connection, sentAgain(input))).answers;
      if (again?.status !== status)
        this.#report({ projectNo, index, what: `sent again, answered ${String(again?.status)}` });
    }
  }

  /** Repeats an input after a 503 with `Retry-After`, as senders do: on a machine with other work, storing sometimes takes too long. */
  async #sendAgain(connection: WireConnection, input: FuzzInput, ledger: Ledger): Promise<Exchange> {
    for (const deadline = performance.now() + patience(20_000); ;) {
      const exchange = await send(connection, input);
      const [answer] = exchange.answers;
      const isAsked = answer?.status === 503 && answer.headers.has('retry-after') && input.framing === 'whole';
      if (!isAsked || performance.now() > deadline) return exchange;
      ledger.noteUnclear(input);
      await sleep(PAUSE_MS);
    }
  }

  /** Runs one heavy input at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastHeavy.then(work);
    this.#lastHeavy = result.catch(() => undefined);
    return result;
  }

  async #compare(): Promise<void> {
    const { sql, fuzzed } = this.#options;
    await this.#options.beforeCompare?.(this.#parts);
    for (const part of this.#parts) await this.#comparePart(part);
    for (const part of this.#parts) part.ledger.startAnew();
    for (const violation of await strangers(sql, ['', ...this.#parts.map(({ project }) => project)])) {
      this.#report(violation);
    }
    this.#hear();
    const { bytes } = await usageOfProcess(fuzzed.product.pid).catch(() => ({ bytes: NaN }));
    if (Number.isNaN(bytes)) this.#report({ index: undefined, what: 'the process of the product has ended' });
    if (bytes > MAX_BYTES) this.#report({ index: undefined, what: `the product takes ${bytes} bytes of memory` });
    this.#peakBytes = Math.max(this.#peakBytes, bytes);
  }

  async #comparePart(part: Part): Promise<void> {
    const { context, ledger, call } = part;
    const report = (violation: Violation): void => this.#report({ projectNo: context.projectNo, ...violation });
    const compared = await compareStored(this.#options.sql, part);
    part.lastPoint = compared.lastPoint;
    for (const violation of compared.violations) report(violation);
    const repeat = async (input: FuzzInput) => (await send(this.#first, input)).answers[0]?.status;
    const samples = { ledger, context, call, repeat, most: Math.ceil(SAMPLES / this.#parts.length) };
    for (const violation of await readBackSample(samples)) report(violation);
    const changed = await part.sentinel?.check();
    if (changed !== undefined) report({ index: undefined, what: changed });
  }

  async #finish(): Promise<void> {
    const { sql, print } = this.#options;
    if (this.#options.signal.aborted) return;
    for (const { context, ledger, call } of this.#parts) {
      const { violations, items } = await readBackAll(ledger, call);
      print(`read back: ${items} traces in lists, all days, series and names`);
      const others = this.#parts.filter((part) => part.ledger !== ledger).map((part) => part.ledger);
      violations.push(...(await readForeign(ledger, others, call)));
      for (const violation of violations) this.#report({ projectNo: context.projectNo, ...violation });
    }
    for (const what of await findInconsistencies(sql)) this.#report({ index: undefined, what });
    const alone = ({ projectNo, index }: Sending, attempt: number) => {
      const context = this.#parts[projectNo]?.context;
      if (context === undefined) throw new Error(`no project has the number ${projectNo}`);
      const input = makeInput({ ...context, seed: context.seed + attempt }, index, choicesOf(context, index));
      return () => send(this.#first, input);
    };
    for (const violation of await this.#stalls.convict(alone)) this.#report(violation);
  }

  async #lastPoint(): Promise<string> {
    const { rows } = await this.#options.sql.query<{ seq: string }>(
      'select coalesce(max(seq), 0)::text as seq from sluice.metric_points',
    );
    return rows[0]?.seq ?? '0';
  }

  #hear(): void {
    for (const problem of this.#options.fuzzed.product.problems()) {
      this.#report({ index: undefined, what: `the product logged: ${problem}` });
    }
  }

  #report(violation: Violation): void {
    this.#violations.push(violation);
    const { index, projectNo = 0, what } = violation;
    const replay = index === undefined || index < 0 ? '' : ` (--replay ${this.#options.seed}:${index}:${projectNo})`;
    this.#options.print(`WRONG${replay}: ${what}`);
  }
}
