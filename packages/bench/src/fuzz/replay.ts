import { type Call, createCall, send } from './call';
import { Ledger } from './check/ledger';
import { readBack } from './check/read-back';
import { judgeExchange } from './check/judge-answer';
import type { FuzzedProduct } from './fuzzed-product';
import { choicesOf, repeatedChoices } from './input/choices';
import { type FuzzInput, type FuzzContext, isSuccess, targetOf } from './input/fuzz-input';
import { makeInput } from './input/make-input';
import { type Exchange, WireConnection } from './wire/wire-connection';

export interface ReplayOptions {
  readonly seed: number;
  readonly index: number;
  /** Number of the project that receives the input. */
  readonly projectNo: number;
  readonly fuzzed: FuzzedProduct;
  readonly print: (line: string) => void;
}

interface Attempt {
  readonly input: FuzzInput;
  readonly exchange: Exchange;
  readonly wrong: readonly string[];
}

/** Maximum length of a body that is shown. */
const LONGEST_SHOWN = 20_000;

/**
 * Sends one input again and shows it with its answer. Where the answer is wrong by itself, it also looks for the simplest input that fails.
 * @returns the exit code
 */
export async function replay(options: ReplayOptions): Promise<number> {
  const replayed = new Replay(options);
  try {
    const taken = choicesOf(options, options.index);
    const first = await replayed.attempt((context) => makeInput(context, options.index, taken));
    show(first, options.print);
    if (first.wrong.length === 0) return 0;
    options.print('\nthe simplest like it:\n');
    show(await replayed.simplest(taken.taken), options.print);
    return 1;
  } finally {
    replayed.close();
  }
}

class Replay {
  readonly #options: ReplayOptions;
  readonly #context: FuzzContext;
  readonly #connection: WireConnection;
  readonly #call: Call;
  #attempts = 0;

  constructor(options: ReplayOptions) {
    const { seed, projectNo, fuzzed } = options;
    const project = fuzzed.projects[projectNo];
    if (project === undefined) throw new Error(`no project has the number ${projectNo}`);
    this.#options = options;
    this.#context = { seed, projectNo, ...project };
    this.#connection = new WireConnection(fuzzed.port);
    this.#call = createCall(fuzzed.port, project);
  }

  /** The first attempt has the ids of the run, each later one its own: it must not find what another attempt stored. */
  async attempt(make: (context: FuzzContext) => FuzzInput): Promise<Attempt> {
    const context = this.#context;
    const { product } = this.#options.fuzzed;
    const input = make({ ...context, seed: context.seed + this.#attempts++ });
    const exchange = await send(this.#connection, input);
    const wrong = [...judgeExchange(exchange, input, context)];
    const [answer] = exchange.answers;
    const refused =
      answer && !isSuccess(input.endpoint, answer.status) ? new Ledger().refuse(input, answer.status) : undefined;
    if (refused !== undefined) wrong.push(refused);
    if (answer && isSuccess(input.endpoint, answer.status)) {
      const ledger = new Ledger();
      const repeat = async (): Promise<number | undefined> => (await send(this.#connection, input)).answers[0]?.status;
      wrong.push(
        ...[ledger.accept(input, answer), await readBack(input, { ledger, call: this.#call, repeat })].filter(
          (what) => what !== undefined,
        ),
      );
    }
    return { input, exchange, wrong: [...wrong, ...product.problems()] };
  }

  /** Removes decisions and replaces them by 0, many at once and then fewer, as long as the input fails. */
  async simplest(taken: readonly number[]): Promise<Attempt> {
    const { index } = this.#options;
    const attempt = (decisions: readonly number[]): Promise<Attempt> =>
      this.attempt((context) => makeInput(context, index, repeatedChoices(decisions)));
    const isWrong = async (decisions: readonly number[]): Promise<boolean> =>
      (await attempt(decisions)).wrong.length > 0;
    let best = taken;
    for (let size = Math.ceil(taken.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < best.length;) {
        const without = best.toSpliced(at, size);
        const plain = best.map((decision, n) => (n >= at && n < at + size ? 0 : decision));
        if (await isWrong(without)) best = without;
        else if (plain.some((decision, n) => decision !== best[n]) && (await isWrong(plain))) best = plain;
        else at += size;
      }
    }
    return attempt(best);
  }

  close(): void {
    this.#connection.close();
  }
}

function show({ input, exchange, wrong }: Attempt, print: (line: string) => void): void {
  print(`${targetOf(input.index)}: ${input.done.join('; ') || 'nothing mutated'}`);
  print(`> ${input.method} ${input.path}`);
  for (const [name, value] of input.headers) print(`> ${name}: ${JSON.stringify(value).slice(1, -1)}`);
  if (input.body.length > 0) print(`>\n> ${shown(input.body)}`);
  for (const { status, body } of exchange.answers) print(`< ${status} ${shown(body)}`);
  if (exchange.failure !== undefined) print(`< ${exchange.failure}`);
  for (const what of wrong) print(`WRONG: ${what}`);
}

/** Returns text as text, other bytes in hex. */
function shown(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !text.includes('\0');
  const all = isText ? text : `hex ${bytes.toString('hex')}`;
  return all.length > LONGEST_SHOWN ? `${all.slice(0, LONGEST_SHOWN)}… (${bytes.length} bytes)` : all;
}
