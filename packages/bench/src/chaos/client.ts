import { setTimeout as sleep } from 'node:timers/promises';
import type { GrpcExporter } from '../load/grpc-exporter';
import type { Answer, HttpClient } from '../load/http-client';
import type { Project } from '../product/projects';
import { type Random, shuffled } from '../random-source';
import type { Outcome, PlannedRequest, Sender, Workload } from '../workload/workload';
import type { History } from './history';

/** Gateways that a client may send to. */
export interface Gateways {
  /** `http://127.0.0.1:<port>` of the gateways that are ready. */
  urls(): readonly string[];
  /** `host:port` of OTLP/gRPC of the same. */
  grpcAddresses(): readonly string[];
}

export interface ResendingClientOptions {
  readonly workload: Workload;
  /** Project whose credentials the client sends. */
  readonly project: Project;
  readonly random: Random;
  readonly history: Pick<History, 'add'>;
  readonly gateways: Gateways;
  /** Sends by OTLP/gRPC; absent: by HTTP. */
  readonly grpc?: Pick<GrpcExporter, 'post'>;
  /** False where a repeated request would be stored twice: then the client sends each request once. */
  readonly repeats?: boolean;
  /** Pause between two requests, in milliseconds. */
  readonly pauseMs: number;
}

/** Number of consecutive requests that are sent in random order. */
const BLOCK = 8;
/** Share of the unacknowledged attempts after which the client gives up the request, as an exporter does. */
const GIVES_UP = 0.03;
const SENDS_AGAIN = 0.01;
const NO_GATEWAY_MS = 100;
/** Seconds of `Retry-After` (contract: HTTP in general); the client waits as long where it received no answer. */
const RETRY_AFTER = 1;

/**
 * Client that behaves as exporters do: it sends to any gateway, waits as long as `Retry-After` says, retries, gives up some requests, and
 * repeats some acknowledged ones.
 */
export class ResendingClient implements Sender {
  readonly workload: Workload;
  readonly project: string;
  /** Answers that a correct product does not return. */
  readonly wrongAnswers: string[] = [];
  readonly #options: ResendingClientOptions;
  readonly #name: string;
  readonly #outcomes = new Map<number, Exclude<Outcome, 'unsent'>>();
  readonly #waiting: number[] = [];
  #attempted = 0;
  #acknowledged = 0;
  #sentAgain = 0;

  constructor(options: ResendingClientOptions) {
    this.workload = options.workload;
    this.project = options.project.name;
    this.#name = [...(this.project === '' ? [] : [this.project]), this.workload.client].join('/');
    this.#options = options;
  }

  get protocol(): 'gRPC' | 'HTTP' {
    return this.#options.grpc === undefined ? 'HTTP' : 'gRPC';
  }

  get attempted(): number {
    return this.#attempted;
  }

  /** Number of acknowledged requests. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Number of acknowledged requests that were repeated. */
  get sentAgain(): number {
    return this.#sentAgain;
  }

  outcomeOf(request: number): Outcome {
    return this.#outcomes.get(request) ?? 'unsent';
  }

  /** Sends new requests until `isOver`, then repeats unacknowledged ones until `giveUp`. The next call begins with the rest. */
  async run(http: HttpClient, { isOver, giveUp }: { isOver: () => boolean; giveUp: () => boolean }): Promise<void> {
    const { random, pauseMs } = this.#options;
    while (!isOver()) {
      await this.#deliver(http, this.#next(), giveUp);
      if (random.fraction() < SENDS_AGAIN) await this.#sendAgain(http);
      await sleep(pauseMs * (0.5 + random.fraction()));
    }
  }

  #next(): number {
    if (this.#waiting.length === 0) {
      const block = Array.from({ length: BLOCK }, (_, index) => this.#attempted + index);
      this.#waiting.push(...shuffled(block, this.#options.random));
      this.#attempted += BLOCK;
    }
    return this.#waiting.pop() ?? 0;
  }

  async #deliver(http: HttpClient, number: number, giveUp: () => boolean): Promise<void> {
    const { random, repeats = true } = this.#options;
    const request = this.workload.request(number);
    while (!giveUp()) {
      const answer = await this.#attempt(http, number, request);
      if (answer === 'not sent') continue;
      if (isStored(answer?.status)) {
        this.#outcomes.set(number, 'acknowledged');
        this.#acknowledged += 1;
        return;
      }
      this.#outcomes.set(number, 'unknown');
      if (!repeats || random.fraction() < GIVES_UP) return;
      if (!giveUp()) await sleep(this.#pauseMs());
    }
    this.#waiting.push(number);
  }

  async #sendAgain(http: HttpClient): Promise<void> {
    const { random, repeats = true } = this.#options;
    const number = random.below(this.#attempted);
    if (!repeats || this.#outcomes.get(number) !== 'acknowledged') return;
    await this.#attempt(http, number, this.workload.request(number));
    this.#sentAgain += 1;
  }

  /** @returns undefined where the client received no answer */
  async #attempt(http: HttpClient, number: number, request: PlannedRequest): Promise<Answer | 'not sent' | undefined> {
    const { history, gateways, random, project, grpc } = this.#options;
    const urls = grpc === undefined ? gateways.urls() : gateways.grpcAddresses();
    const url = urls[random.below(urls.length)];
    if (url === undefined) {
      await sleep(NO_GATEWAY_MS);
      return 'not sent';
    }
    const invoked = Date.now();
    const authorization = `Bearer ${project.bearerToken}`;
    const sent =
      grpc === undefined
        ? http.post(`${url}${request.path}`, { ...request.headers, authorization }, request.body)
        : grpc.post(url, authorization, request.body);
    const answer = await sent.catch(codeOf);
    const status = typeof answer === 'object' ? answer.status : 0;
    const refused = answer === 'ECONNREFUSED';
    const outcome = isStored(status) ? 'ok' : refused ? 'fail' : 'unknown';
    history.add({ uid: `${this.#name}/${number}`, invoked, ended: Date.now(), outcome, status });
    if (refused) {
      await sleep(NO_GATEWAY_MS);
      return 'not sent';
    }
    if (typeof answer !== 'object') return undefined;
    this.#judge(request, answer);
    return answer;
  }

  #judge({ path }: PlannedRequest, { status, headers, body }: Answer): void {
    const answered = `${this.#name} was answered ${status}`;
    if (isStored(status)) {
      if (headers['sluice-receipt'] === undefined) this.#wrong(`${answered} without a receipt`);
      if (status === 207 && !body.includes('"errors":[]')) this.#wrong(`${answered} with ${body.toString()}`);
      if (path.includes('otel') && body.length > 0) this.#wrong(`${answered} with ${body.toString('latin1')}`);
    } else if (status === 503) {
      if (headers['retry-after'] !== String(RETRY_AFTER)) {
        this.#wrong(`${answered} with retry-after ${String(headers['retry-after'])}`);
      }
    } else {
      this.#wrong(`${answered}: ${body.toString()}`);
    }
  }

  #pauseMs(): number {
    return 1000 * RETRY_AFTER * (1 + this.#options.random.fraction() / 2);
  }

  #wrong(sentence: string): void {
    if (this.wrongAnswers.length < 10) this.wrongAnswers.push(sentence);
  }
}

/** Returns whether an answer acknowledges: that to events is 207. */
const isStored = (status: number | undefined): boolean => status === 200 || status === 207;

/** Returns the code of an error, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'none';
}
