import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { untilTaken } from '../../load/http-client';
import type { Call } from '../call';
import { pathOf } from '../input/fuzz-input';
import { traceOf } from './bodies';
import { PATIENCE_MS } from './hostile-case';

/** Results of another sender during a case. */
export interface OtherSenderResult {
  readonly sent: number;
  /** Longest duration of one answer of any status. */
  readonly slowestMs: number;
  /** Number of answers 503; these requests were repeated. */
  readonly refusals: number;
  /** Sentences on lost and doubled items. */
  readonly wrong: readonly string[];
}

const EVERY_MS = 100;
const AGAIN_MS = 200;
const MAX_WRONG = 5;

/**
 * Sender of small valid requests: an observation and a metric point alternate, ten a second, whether or not the previous ones are answered.
 * A request is repeated until it is accepted.
 */
export class OtherSender {
  readonly #call: Call;
  readonly #name: string;
  readonly #trace: string;
  readonly #started = new Date().toISOString();
  readonly #stop = new AbortController();
  readonly #requests: Promise<void>[] = [];
  readonly #sending: Promise<void>;
  readonly #wrong: string[] = [];
  #slowestMs = 0;
  #refusals = 0;

  /** Starts to send. @param name of its trace and of its metric */
  constructor(call: Call, name: string) {
    this.#call = call;
    this.#name = name;
    this.#trace = traceOf(name);
    this.#sending = this.#sendAll();
  }

  /** Stops sending, waits for the last answers, and reads what is stored. */
  async stop(): Promise<OtherSenderResult> {
    this.#stop.abort();
    await this.#sending;
    await Promise.all(this.#requests);
    const sent = this.#requests.length;
    const points = Math.floor(sent / 2);
    await this.#compare('observations', sent - points, `/api/public/traces/${this.#trace}`, countObservations);
    const window = new URLSearchParams({ from: this.#started, to: new Date().toISOString() }).toString();
    const query = `name=${encodeURIComponent(this.#name)}&agg=sum&step=1d&${window}`;
    await this.#compare('points', points, `/api/public/metrics/query?${query}`, sumPoints);
    return { sent, slowestMs: this.#slowestMs, refusals: this.#refusals, wrong: this.#wrong.slice(0, MAX_WRONG) };
  }

  async #sendAll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#requests.push(this.#sendOne(this.#requests.length));
      await sleep(EVERY_MS);
    }
  }

  async #sendOne(number: number): Promise<void> {
    // Points are stored once only where a repeated request is the same.
    const request = this.#requestOf(number);
    const post = async () => {
      const begun = performance.now();
      const answer = await this.#call('POST', ...request).finally(() => {
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - begun);
      });
      if (answer.status === 503) this.#refusals += 1;
      return answer;
    };
    const { answer } = await untilTaken(post, performance.now() + patience(PATIENCE_MS), AGAIN_MS);
    if (answer === undefined) this.#wrong.push('another sender had no answer');
    else if (answer.status !== 200)
      this.#wrong.push(`another sender was answered ${answer.status}: ${String(answer.body).slice(0, 200)}`);
  }

  #requestOf(number: number): readonly [path: string, body: object, headers?: Readonly<Record<string, string>>] {
    if (number % 2 === 0) {
      const observations = [{ id: testUuid(number + 1), input: { number } }];
      return [pathOf('native'), { trace: { id: this.#trace }, observations }];
    }
    const point = { name: this.#name, value: 1, timestamp: new Date().toISOString() };
    return [pathOf('metrics'), { metrics: [point] }, { 'Idempotency-Key': `${this.#trace}-${number}` }];
  }

  async #compare(what: string, sent: number, path: string, count: (answer: never) => number): Promise<void> {
    const stored = await this.#call('GET', path).then(
      ({ status, body }) => (status === 200 ? count(JSON.parse(body.toString()) as never) : `answered ${status}`),
      String,
    );
    if (stored !== sent) this.#wrong.push(`another sender sent ${sent} ${what}, stored: ${stored}`);
  }
}

const countObservations = ({ observations }: { readonly observations: readonly unknown[] }): number =>
  observations.length;

const sumPoints = ({
  data,
}: {
  readonly data: readonly { readonly values: readonly { readonly value: number }[] }[];
}): number => data.flatMap(({ values }) => values).reduce((sum, { value }) => sum + value, 0);
