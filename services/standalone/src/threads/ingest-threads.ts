import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { BusUnavailableError } from '@sluice/bus';
import { type BodyStore, type Job, type StoredBody, errorOf } from '@sluice/gateway';
import { type Closers, type Metrics, watchPool } from '@sluice/runtime';
import type { WriterReport } from '@sluice/writer';
import type { Counted, FromThread, StartedWith, ThreadOptions, ToThread } from './messages';

export interface ThreadsDependencies {
  /** Number of threads. */
  readonly count: number;
  readonly options: ThreadOptions;
  /** Counts what they store. */
  readonly report: WriterReport;
  readonly metrics: Metrics;
  readonly closers: Closers;
  /** Called when a thread has ended by itself. */
  readonly fail: (error: unknown) => void;
  /** Options of the threads, for callers that run them from their source. */
  readonly workerOptions?: WorkerOptions | undefined;
}

/**
 * Starts threads that process small bodies from decoding to the commit, each with a bus and connections of its own. A body is assigned to
 * the thread with the fewest pending bytes.
 * @returns undefined for a count of 0
 */
export async function startThreads(dependencies: ThreadsDependencies): Promise<BodyStore | undefined> {
  const threads: IngestThread[] = [];
  while (threads.length < dependencies.count) {
    const thread = new IngestThread(threads.length + 1, dependencies);
    dependencies.closers.add(`ingest thread ${threads.push(thread)}`, (budgetMs) => thread.close(budgetMs));
  }
  await Promise.all(threads.map(({ ready }) => ready));
  const [first, ...others] = threads;
  if (first === undefined) return undefined;
  return {
    store: (body, job) =>
      others.reduce((least, each) => (each.bytes < least.bytes ? each : least), first).store(body, job),
  };
}

interface Waiting {
  readonly bytes: number;
  readonly resolve: (stored: StoredBody) => void;
  readonly reject: (error: Error) => void;
}

/** Same value as for the process: it is three times that of `--max-semi-space-size`. */
const YOUNG = { maxYoungGenerationSizeMb: 48 };

/** Thread as the thread that serves HTTP sees it. */
class IngestThread implements BodyStore {
  /** Resolves when the thread accepts bodies. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #dependencies: ThreadsDependencies;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 0 } };
  #bytes = 0;
  #lastId = 0;
  #hasEnded = false;
  #isClosing = false;

  constructor(thread: number, dependencies: ThreadsDependencies) {
    const { options, metrics, workerOptions } = dependencies;
    this.#dependencies = dependencies;
    watchPool(metrics, `ingest-${thread}`, this.#pool);
    const workerData: StartedWith = { ...options, thread };
    this.#worker = new Worker(require.resolve('./thread'), { resourceLimits: YOUNG, ...workerOptions, workerData });
    let cause: unknown;
    this.#worker.on('error', (error) => (cause = error)).once('exit', () => this.#end(cause));
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread) => this.#hear(message, resolve));
      this.#worker.once('exit', () => reject(hasEnded(cause)));
    });
  }

  /** Bytes of bodies that it has not answered. */
  get bytes(): number {
    return this.#bytes;
  }

  store(
    body: Buffer,
    { limits: _limits, prefixes: _prefixes, resourceLabels: _labels, ...job }: Job,
  ): Promise<StoredBody> {
    if (this.#hasEnded || this.#isClosing) return Promise.reject(new BusUnavailableError('the thread is stopped'));
    const { length: bytes } = body;
    // Small bodies share a buffer with others, which is not transferred.
    const own = bytes === body.buffer.byteLength ? body : Uint8Array.from(body);
    const id = ++this.#lastId;
    this.#bytes += bytes;
    const stored = new Promise<StoredBody>((resolve, reject) => this.#waiting.set(id, { bytes, resolve, reject }));
    this.#send({ type: 'body', id, body: own, job }, [own.buffer as ArrayBuffer]);
    return stored;
  }

  /** Waits for the bodies that it is storing. */
  async close(withinMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#hasEnded) return;
    this.#send({ type: 'close', withinMs });
    await once(this.#worker, 'exit');
  }

  #send(message: ToThread, handedOver: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, handedOver);
  }

  #hear(message: FromThread, ready: () => void): void {
    switch (message.type) {
      case 'ready':
        ready();
        break;
      case 'stored':
        this.#settle(message.id)?.resolve(message.stored);
        break;
      case 'refused':
        this.#settle(message.id)?.reject(errorOf(message.refusal));
        break;
      case 'count':
        (this.#dependencies.report[message.name] as (...of: Counted['of']) => void)(...message.of);
        break;
      case 'pool':
        Object.assign(this.#pool, message.pool);
        break;
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#bytes -= waiting?.bytes ?? 0;
    return waiting;
  }

  /** Ends the thread. Its bodies may be stored or not: their senders have to retry. Without the thread the process has to restart. */
  #end(cause: unknown): void {
    this.#hasEnded = true;
    const reason = new BusUnavailableError('the thread that was storing it has ended', { cause });
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(reason);
    if (!this.#isClosing) this.#dependencies.fail(hasEnded(cause));
  }
}

function hasEnded(cause: unknown): Error {
  return new Error('an ingest thread has ended', { cause });
}
