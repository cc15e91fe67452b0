import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { type Answer, untilTaken } from '../load/http-client';
import { METRICS, NATIVE, traceOf } from './bodies';
import type { Target } from './hostile-case';

/** Results of another sender during a case. */
export interface OtherSenderResult {
  readonly sent: number;
  /** Longest duration of one answer of any status. */
  readonly slowestMs: number;
  /** Number of answers 503; these requests were repeated. */
  readonly refusals: number;
  /** Message of the first 503. */
  readonly refusal: string | undefined;
  /** Sentences on lost and doubled items. */
  readonly wrong: readonly string[];
}

const EVERY_MS = 100;
const AGAIN_MS = 200;
/** Time after which a request that is not accepted counts as lost. */
const PATIENCE_MS = 60_000;

/**
 * Sender of small valid requests: an observation and a metric point alternate, ten a second, whether or not the previous ones are answered.
 * Each is repeated until it is accepted.
 */
export class OtherSender {
  readonly #target: Target;
  readonly #name: string;
  readonly #trace: string;
  readonly #started = new Date();
  readonly #stop = new AbortController();
  readonly #requests: Promise<void>[] = [];
  #sending: Promise<void> = Promise.resolve();
  #slowestMs = 0;
  #refusals = 0;
  #refusal: string | undefined;
  readonly #wrong: string[] = [];

  /** @param name of its trace and of its metric */
  constructor(target: Target, name: string) {
    this.#target = target;
    this.#name = name;
    this.#trace = traceOf(name);
  }

  start(): void {
    this.#sending = this.#sendAll();
  }

  /** Stops sending, waits for the last answers, and reads what is stored. */
  async stop(): Promise<OtherSenderResult> {
    this.#stop.abort();
    await this.#sending;
    await Promise.all(this.#requests);
    const sent = this.#requests.length;
    const points = Math.floor(sent / 2);
    this.#compare('observations', await this.#storedObservations().catch(String), sent - points);
    this.#compare('points', await this.#storedPoints().catch(String), points);
    return { sent, slowestMs: this.#slowestMs, refusals: this.#refusals, refusal: this.#refusal, wrong: this.#wrong };
  }

  async #sendAll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const number = this.#requests.length;
      this.#requests.push(number % 2 === 0 ? this.#sendObservation(number) : this.#sendPoint(number));
      await sleep(EVERY_MS);
    }
  }

  #sendObservation(number: number): Promise<void> {
    const batch = { trace: { id: this.#trace }, observations: [{ id: testUuid(number + 1), input: { number } }] };
    return this.#send(NATIVE, batch);
  }

  #sendPoint(number: number): Promise<void> {
    const point = { name: this.#name, value: 1, timestamp: new Date().toISOString() };
    return this.#send(METRICS, { metrics: [point] }, { 'idempotency-key': `${this.#trace}-${number}` });
  }

  async #send(path: string, content: object, headers: Record<string, string> = {}): Promise<void> {
    const body = Buffer.from(JSON.stringify(content));
    const deadline = performance.now() + patience(PATIENCE_MS);
    const post = async (): Promise<Answer> => {
      const begun = performance.now();
      const sending = this.#target.http.post(path, { 'content-type': 'application/json', ...headers }, body);
      const answer = await sending.finally(() => {
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - begun);
      });
      if (answer.status === 503) this.#refuse(String(answer.body));
      return answer;
    };
    const { answer } = await untilTaken(post, deadline, AGAIN_MS);
    if (answer === undefined) this.#tell('another sender had no answer');
    else if (answer.status === 503) this.#tell(`another sender could not send for ${patience(PATIENCE_MS)} ms`);
    else if (answer.status !== 200)
      this.#tell(`another sender was answered ${answer.status}: ${String(answer.body).slice(0, 200)}`);
  }

  async #storedObservations(): Promise<number> {
    const { status, body } = await this.#target.http.get(`/api/public/traces/${this.#trace}`);
    if (status !== 200) throw new Error(`answered ${status}`);
    return (JSON.parse(body.toString()) as { readonly observations: readonly unknown[] }).observations.length;
  }

  async #storedPoints(): Promise<number> {
    const query = new URLSearchParams({
      name: this.#name,
      agg: 'sum',
      step: '1d',
      from: this.#started.toISOString(),
      to: new Date().toISOString(),
    });
    const { status, body } = await this.#target.http.get(`/api/public/metrics/query?${query.toString()}`);
    if (status !== 200) throw new Error(`answered ${status}`);
    const { data } = JSON.parse(body.toString()) as {
      readonly data: readonly { readonly values: readonly { readonly value: number }[] }[];
    };
    return data.flatMap(({ values }) => values).reduce((sum, { value }) => sum + value, 0);
  }

  #compare(what: string, stored: number | string, sent: number): void {
    if (stored !== sent) this.#tell(`another sender sent ${sent} ${what}, stored: ${stored}`);
  }

  #refuse(answer: string): void {
    this.#refusals += 1;
    this.#refusal ??= answer.slice(0, 200);
  }

  #tell(sentence: string): void {
    if (this.#wrong.length < 5) this.#wrong.push(sentence);
  }
}
