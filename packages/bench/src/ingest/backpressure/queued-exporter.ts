import { setTimeout as sleep } from 'node:timers/promises';
import type { GrpcExporter } from '../../load/grpc-exporter';

/** Batch that waits to be sent. */
export interface Batch {
  readonly body: Buffer;
  readonly spans: number;
}

/** Counts of all exporters. */
export interface Delivery {
  acknowledged: number;
  /** Spans of batches for which no room was in the queue. */
  droppedFull: number;
  /** Spans of batches that were refused for good, or retried for too long. */
  givenUp: number;
  retries: number;
  /** Batches that were refused for good, by the reason. */
  readonly refusals: Map<string, number>;
  /** Spans acknowledged in each second of the run. */
  readonly perSecond: number[];
}

/** Defaults of the Collector's sending queue and its retry (exporterhelper). */
const QUEUE = 1_000;
const CONSUMERS = 10;
const RETRY = { firstMs: 5_000, mostMs: 30_000, multiplier: 1.5, spread: 0.5, elapsedMs: 300_000 };

export interface QueuedExporterOptions {
  readonly exporter: GrpcExporter;
  readonly address: string;
  readonly authorization: string;
  readonly delivery: Delivery;
  /** Milliseconds of the run, monotonic. */
  readonly elapsed: () => number;
}

/** Exporter with the queue, the consumers and the retry that the Collector has by default. */
export class QueuedExporter {
  readonly #options: QueuedExporterOptions;
  readonly #queue: Batch[] = [];
  readonly #idle: ((batch: Batch | undefined) => void)[] = [];
  readonly #consumers: Promise<void>[];
  #isEnding = false;

  constructor(options: QueuedExporterOptions) {
    this.#options = options;
    this.#consumers = Array.from({ length: CONSUMERS }, () => this.#consume());
  }

  /** Queues a batch, or drops it where the queue is full. */
  add(batch: Batch): void {
    const consumer = this.#idle.shift();
    if (consumer !== undefined) consumer(batch);
    else if (this.#queue.length < QUEUE) this.#queue.push(batch);
    else this.#options.delivery.droppedFull += batch.spans;
  }

  /** Sends what is queued, and ends. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const consumer of this.#idle.splice(0)) consumer(undefined);
    await Promise.all(this.#consumers);
  }

  async #consume(): Promise<void> {
    for (;;) {
      const batch = this.#queue.shift() ?? (await this.#next());
      if (batch === undefined) return;
      await this.#send(batch);
    }
  }

  #next(): Promise<Batch | undefined> {
    if (this.#isEnding) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #send({ body, spans }: Batch): Promise<void> {
    const { exporter, address, authorization, delivery, elapsed } = this.#options;
    const begun = elapsed();
    for (let pauseMs = RETRY.firstMs; ; pauseMs = Math.min(pauseMs * RETRY.multiplier, RETRY.mostMs)) {
      const answer = await exporter.post(address, authorization, body).catch(() => undefined);
      if (answer?.status === 200) {
        delivery.acknowledged += spans;
        const second = Math.floor(elapsed() / 1000);
        delivery.perSecond[second] = (delivery.perSecond[second] ?? 0) + spans;
        return;
      }
      const isFinal = answer !== undefined && answer.status !== 503 && answer.status !== 429;
      if (isFinal || elapsed() - begun > RETRY.elapsedMs) {
        delivery.givenUp += spans;
        const reason = answer === undefined ? 'no answer' : answer.body.toString();
        delivery.refusals.set(reason, (delivery.refusals.get(reason) ?? 0) + 1);
        return;
      }
      delivery.retries += 1;
      const spread = 1 - RETRY.spread + Math.random() * 2 * RETRY.spread;
      await sleep(Math.max(pauseMs * spread, Number(answer?.headers['retry-after'] ?? 0) * 1000));
    }
  }
}
