import type { Worker } from 'node:worker_threads';
import type { Logger } from '@sluice/runtime';
import { Conversation, type Done, type ReadingSteps } from './conversation';
import type { LargeBody } from './messages';

export interface ReadingThreadOptions {
  /** Starts the thread of `reader-thread.ts`. */
  readonly start: () => Worker;
  readonly logger: Logger;
  /** The thread is ended when it has been at one step of one body for so long. */
  readonly maxStepMs: number;
  /** After so long without a body the thread ends, and its memory with it. */
  readonly idleMs: number;
  /** It ends at once where a very large body has left it with more memory than this. */
  readonly maxHeldBytes: number;
  /** Called before much memory is needed: so much, when a very large body is about to be read; and when its records come. */
  readonly freeMemory: (neededBytes?: number) => void;
}

/** A body of more bytes than these is very large: before and after it, what is not used any more is worth its collection. */
const VERY_LARGE_BYTES = 4 * 1024 * 1024;

/** Reads large bodies, one at a time, in a thread that it starts when there is one. */
export class ReadingThread {
  readonly #options: ReadingThreadOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReadingThreadOptions) {
    this.#options = options;
  }

  /** Ends when nothing is being done for the body any more. @throws as `LargeBodies.read` */
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
    // What those before have left is garbage, most of it in buffers, which V8 counts late.
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

  /** Ends the thread: a body that is being read is refused with 503. The next one starts another thread. */
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
