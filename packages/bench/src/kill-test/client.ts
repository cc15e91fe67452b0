import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../load/http-client';
import type { Outcome, PlannedRequest, Sender, Workload } from '../workload/workload';

const PAUSE_MS = 50;

/** Failures that an exporter answers by sending the same request again. */
const RETRYABLE = new Set([429, 500, 502, 503, 504]);

/** A client that behaves as exporters do: one request at a time, the same again until it is acknowledged. */
export class KillTestClient implements Sender {
  readonly workload: Workload;
  #acknowledged = 0;
  #attempted = 0;
  #pending: PlannedRequest | undefined;
  /** Answers that no correct product gives. */
  readonly wrongAnswers: string[] = [];
  #retries = 0;

  constructor(workload: Workload) {
    this.workload = workload;
  }

  /** Requests 0 to `acknowledged` - 1 were answered 200. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Requests 0 to `attempted` - 1 were sent; at most one more than were acknowledged. */
  get attempted(): number {
    return this.#attempted;
  }

  outcomeOf(request: number): Outcome {
    if (request < this.#acknowledged) return 'acknowledged';
    return request < this.#attempted ? 'unknown' : 'unsent';
  }

  /** How often a request had to be sent again. */
  get retries(): number {
    return this.#retries;
  }

  /** Sends until told to stop; the request under way stays to be sent by the next call. */
  async run(http: HttpClient, isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#attempt(http);
  }

  /** Sends what is not acknowledged yet. */
  async finish(http: HttpClient, isOver: () => boolean): Promise<void> {
    while (this.#attempted > this.#acknowledged && !isOver()) await this.#attempt(http);
  }

  async #attempt(http: HttpClient): Promise<void> {
    const request = (this.#pending ??= this.workload.request(this.#acknowledged));
    if (this.#attempted > this.#acknowledged) this.#retries += 1;
    this.#attempted = this.#acknowledged + 1;
    const answer = await http.post(request.path, request.headers, request.body).catch(() => undefined);
    if (answer?.status === 200) {
      if (request.path.includes('otel') && answer.body.length > 0)
        this.#wrong(`200 with ${answer.body.toString('latin1')}`);
      this.#acknowledged += 1;
      this.#pending = undefined;
      return;
    }
    if (answer !== undefined && !RETRYABLE.has(answer.status))
      this.#wrong(`${answer.status} ${answer.body.toString()}`);
    await sleep(PAUSE_MS);
  }

  #wrong(answer: string): void {
    if (this.wrongAnswers.length < 10) this.wrongAnswers.push(`${this.workload.client} was answered ${answer}`);
  }
}
