import { unavailable } from '@sluice/http';
import { FairLimiter } from '@sluice/runtime';
import type { Outcome } from '../read';
import type { Done, ReadingSteps } from './conversation';
import { decodeRecords } from './encoded-records';
import type { LargeBody } from './messages';
import { ReadingThread, type ReadingThreadOptions } from './reading-thread';

export interface LargeBodiesOptions extends ReadingThreadOptions {
  /** A body that waits longer for its turn is refused, so that its sender sends it again. */
  readonly maxWaitMs: number;
}

/** Bodies that are read at a time, at most one of each project: so the second is there for whoever sends few. */
const MOST_AT_ONCE = 2;

/**
 * Reads large bodies in threads of their own. Those of one project are read one after the other, and the project that was
 * read for the least time of late has the next turn: one body does not hold up small ones, those of one project not those
 * of another, and what bodies can take of memory is bounded, however many are sent. A body keeps its turn while it is read; one that becomes many records, also while the first of
 * them are stored.
 */
export class LargeBodies {
  readonly #options: LargeBodiesOptions;
  readonly #turns: FairLimiter;
  readonly #threads: ReadingThread[] = [];
  /** Those that read nothing, the last used one last: where bodies come one by one, it reads all of them. */
  readonly #free: ReadingThread[] = [];
  #isClosed = false;

  constructor(options: LargeBodiesOptions) {
    this.#options = options;
    const { maxWaitMs } = options;
    this.#turns = new FairLimiter({ most: MOST_AT_ONCE, mostOfOne: 1, maxWaitMs, leastServedFirst: true });
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
    for (const records of last) await steps.records(decodeRecords(records));
    return outcome;
  }

  async #inTurn(body: LargeBody, steps: ReadingSteps): Promise<Done> {
    const passOn = await this.#turns.take(body.job.project).catch(() => {
      throw unavailable('too many large bodies are waiting to be read: send again, or send smaller ones');
    });
    try {
      if (this.#isClosed) throw unavailable('the reader of large bodies was stopped: send again');
      steps.begin();
      const thread = this.#free.pop() ?? this.#newThread();
      try {
        return await thread.hold(body, steps);
      } finally {
        this.#free.push(thread);
      }
    } finally {
      passOn();
    }
  }

  /** Ends the threads for good: bodies that are being read are refused with 503, and so are those that wait or come later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #newThread(): ReadingThread {
    const thread = new ReadingThread(this.#options);
    this.#threads.push(thread);
    return thread;
  }
}
