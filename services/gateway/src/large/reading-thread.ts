import type { Worker } from 'node:worker_threads';
import type { Logger } from '@sluice/runtime';
import { Conversation, type Done, type ReadingSteps } from './conversation';
import type { LargeBody } from './messages';

export interface ReadingThreadOptions {
  /** Starts the thread of `reader-thread.ts`. */
  readonly start: () => Worker;
  readonly logger: Logger;
  /** Time of one step of one body after which the thread is ended. */
  readonly maxStepMs: number;
  /** Idle time after which the thread ends and releases its memory. */
  readonly idleMs: number;
  /** Memory after a very large body above which the thread ends at once. */
  readonly maxHeldBytes: number;
  /** Called before much memory is needed: with this number of bytes before a very large body is read, and before its records arrive. */
  readonly freeMemory: (neededBytes?: number) => void;
}

/** Size above which a body is very large: garbage is collected before and after it. */
const VERY_LARGE_BYTES = 4 * 1024 * 1024;

/** Reader of large bodies, one at a time, in a thread that it starts for the first of them. */
export class ReadingThread {
  readonly #options: ReadingThreadOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReadingThreadOptions) {
    this.#options = options;
  }

  /**
   * Resolves when no work is done for the body any more.
   * @throws as `LargeBodies.read`
   */
  async hold(body: LargeBody, steps: ReadingSteps): Promise<Done> {
    clearTimeout(this.#idle);
    let size = 0;
    const free = (needed?: number): void => {
      if (size > VERY_LARGE_BYTES) this.#options.freeMemory(needed);
    };
    const inflated = (bytes: number): void => {
      size = bytes;
      free(bytes);
      steps.inflated(bytes);
    };
    // The earlier records are garbage, most of it in buffers, which V8 counts late.
    const records: ReadingSteps['records'] = (next) => {
      free();
      return steps.records(next);
    };
    let conversation: Conversation | undefined;
    try {
      const worker = (this.#worker ??= this.#start());
      conversation = new Conversation(worker, { ...steps, inflated, records }, this.#options.maxStepMs);
      return await conversation.hold(body);
    } finally {
      const holdsMuch = (conversation?.heldBytes ?? 0) > this.#options.maxHeldBytes;
      if (size > VERY_LARGE_BYTES && holdsMuch) await this.end();
      else this.#idle = setTimeout(() => void this.end(), this.#options.idleMs).unref();
      free();
    }
  }

  /** Ends the thread: a body that is being read is refused with 503. The next body starts another thread. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = this.#options.start();
    worker.unref();
    worker.on('error', (err) => this.#options.logger.error('the reader of large bodies ended', { err }));
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
