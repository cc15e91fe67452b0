import { unavailable } from '@sluice/http';
import { FairLimiter } from '@sluice/runtime';
import type { Outcome } from '../read';
import type { Done, ReadingSteps } from './conversation';
import { decodeRecords } from './encoded-records';
import type { LargeBody } from './messages';
import { ReadingThread, type ReadingThreadOptions } from './reading-thread';

export interface LargeBodiesOptions extends ReadingThreadOptions {
  /** Time after which a waiting body is refused, so that its sender sends it again. */
  readonly maxWaitMs: number;
}

/** Limit of bodies that are read at a time, at most one of each project: the second slot stays free for projects that send few. */
const MAX_CONCURRENT_BODIES = 2;

/**
 * Readers of large bodies in threads of their own. Bodies of one project are read one after the other; the next body is that of the project
 * with the least reading time recently. So a large body delays neither small ones nor those of other projects, and the memory of large
 * bodies is limited, however many are sent. A body keeps its slot while it is read; a body with many records also while the first of them
 * are stored.
 */
export class LargeBodies {
  readonly #options: LargeBodiesOptions;
  readonly #turns: FairLimiter;
  readonly #threads: ReadingThread[] = [];
  /** Idle threads, the last used one last: if bodies arrive one by one, it reads all of them. */
  readonly #free: ReadingThread[] = [];
  #isClosed = false;

  constructor(options: LargeBodiesOptions) {
    this.#options = options;
    const { maxWaitMs } = options;
    this.#turns = new FairLimiter({ most: MAX_CONCURRENT_BODIES, mostOfOne: 1, maxWaitMs, leastServedFirst: true });
  }

  /** Number of bodies that wait for a slot. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /**
   * Reads a body, whose bytes are transferred and unusable afterwards.
   * @throws DecodeError as reading it here would; ApiError 413 for a body that exceeds the memory or time limit, 503 when it waited too
   * long; the error that a step threw
   */
  async read(body: LargeBody, steps: ReadingSteps): Promise<Outcome> {
    const { outcome, last } = await this.#inTurn(body, steps);
    // The thread is free for the next body already, or ended because of the memory that this one left.
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

  /** Ends the threads for good: bodies that are read, wait or arrive later are refused with 503. */
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
