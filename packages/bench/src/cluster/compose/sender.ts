import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, HttpClient } from '../../load/http-client';
import { readAfter, sendTrace, smallTrace } from '../../load/small-trace';

const PAUSE_MS = 100;

/** Sends traces one after the other, each until the status is 200, as exporters do, and stores the ids of acknowledged ones. */
export class Sender {
  readonly acknowledged: string[] = [];
  /** Number of answers by status; 0: no answer. */
  readonly answers = new Map<number, number>();
  readonly #http: HttpClient;
  #last: Pick<Answer, 'headers'> = { headers: {} };
  #stopped = false;
  #running: Promise<void> | undefined;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  start(): void {
    this.#running = this.#send();
  }

  /** Resolves when the last trace is acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Sends one trace. @throws Error for a status from 400 to 499 */
  async once(): Promise<void> {
    const trace = smallTrace(1);
    for (;;) {
      const answer = await sendTrace(this.#http, trace).catch(() => undefined);
      const status = answer?.status ?? 0;
      if (status >= 400 && status < 500) throw new Error(`${status} ${answer?.body.toString()}`);
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (answer?.status === 200) {
        this.#last = answer;
        break;
      }
      await sleep(PAUSE_MS);
    }
    this.acknowledged.push(trace.id);
  }

  /** @returns a sentence for acknowledged traces that are missing, and for traces that are stored twice or were never sent */
  async check(): Promise<string[]> {
    const problems: string[] = [];
    for (const id of this.acknowledged) {
      const { status, body } = await readAfter(this.#last, this.#http, `traces/${id}`);
      const found = JSON.parse(body.toString()) as { observations?: readonly unknown[] };
      if (status !== 200) problems.push(`acknowledged, and answered ${status}: ${id}`);
      else if (found.observations?.length !== 1) problems.push(`not with its one observation: ${id}`);
    }
    const { body } = await readAfter(this.#last, this.#http, 'traces?limit=1');
    const { totalItems } = (JSON.parse(body.toString()) as { meta: { totalItems: number } }).meta;
    // No other traces exist, because each was sent until it was acknowledged.
    if (totalItems !== this.acknowledged.length) {
      problems.push(`${totalItems} traces are stored, ${this.acknowledged.length} were acknowledged`);
    }
    return problems;
  }

  async #send(): Promise<void> {
    while (!this.#stopped) {
      await this.once();
      await sleep(PAUSE_MS);
    }
  }
}
