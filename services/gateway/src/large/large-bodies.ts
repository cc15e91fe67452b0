import type { Worker } from 'node:worker_threads';
import { unavailable } from '@sluice/http';
import { type Logger, Turns } from '@sluice/runtime';
import type { Outcome } from '../read';
import { Conversation, type Done, type ReadingSteps } from './conversation';
import { decodeRecords } from './encoded-records';
import type { LargeBody } from './messages';

export interface LargeBodiesOptions {
  /** Starts the thread of `reader-thread.ts`. */
  readonly start: () => Worker;
  readonly logger: Logger;
  /** A body that waits longer for its turn is refused, so that its sender sends it again. */
  readonly maxWaitMs: number;
  /** The reader is ended when it has been at one step of one body for so long. */
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

/**
 * Reads large bodies in a thread of their own, one after the other: one of them does not hold up small ones, and what it
 * can take of memory is bounded, however many are sent.
 */
export class LargeBodies {
  readonly #options: LargeBodiesOptions;
  readonly #turns: Turns;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LargeBodiesOptions) {
    this.#options = options;
    this.#turns = new Turns(1, options.maxWaitMs);
  }

  /** Bodies that wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /**
   * Reads a body, whose bytes are gone then.
   * @throws DecodeError as reading it here would; ApiError 413 for a body that takes too much memory or time, 503 when it
   *   waited too long; what a step threw
   */
  async read(body: LargeBody, steps: ReadingSteps): Promise<Outcome> {
    const { outcome, last } = await this.#inTurn(body, steps);
    // The thread is free for the next body already, or gone with what this one left in its memory.
    await steps.records(decodeRecords(last));
    return outcome;
  }

  async #inTurn(body: LargeBody, steps: ReadingSteps): Promise<Done> {
    const passOn = await this.#turns.take().catch(() => {
      throw unavailable('too many large bodies are waiting to be read: send again, or send smaller ones');
    });
    try {
      if (this.#isClosed) throw unavailable('the reader of large bodies was stopped: send again');
      steps.begin();
    } catch (error) {
      passOn();
      throw error;
    }
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
      if (size > VERY_LARGE_BYTES && holdsMuch) await this.#end();
      else this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs).unref();
      free();
      passOn();
    }
  }

  /** Ends the thread for good: a body that is being read is refused with 503, and so are those that wait or come later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
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
