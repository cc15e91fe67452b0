import type { Worker } from 'node:worker_threads';
import { DecodeError } from '@sluice/decode';
import { tooLarge, unavailable } from '@sluice/http';
import type { SluiceRecord } from '@sluice/record';
import { decodeRecords } from './encoded-records';
import type { Ending, FromReader, LargeBody, ToReader } from './messages';

/** Steps of the main thread while a large body is read. Each may throw: the reading ends, and the error is the response. */
export interface ReadingSteps {
  /** The body's turn has begun; nothing was done for it yet. */
  begin(): void;
  /** The body is larger than the reserved size. */
  larger(): void;
  /** The body has this decompressed size. */
  inflated(bytes: number): void;
  /** The whole body was read, and contains this number of items of the ledger; nothing is stored yet. */
  checked(items: number): void;
  /** Receives the next records, after the whole body was read. Further records follow when this promise has resolved. */
  records(records: readonly SluiceRecord[]): Promise<void>;
}

/** End of a successful reading. */
export type Done = Extract<Ending, { type: 'done' }>;

/** Reading of one body: the main thread's side of the exchange with the reading thread. */
export class Conversation {
  readonly #worker: Worker;
  readonly #steps: ReadingSteps;
  readonly #maxStepMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** The running step; never rejects. */
  #answering: Promise<void> | undefined;
  /** Reason why the reader was stopped. */
  #refusal: Error | undefined;
  /** Reason why the thread ends, if it is known before the end. */
  #loss: Error | undefined;
  /** Whether records of the body were passed on: some of it may be stored then. */
  #hasBegun = false;
  #heldBytes = 0;
  #isOver = false;
  #resolve: (done: Done) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  /** @param maxStepMs time of one step after which the reader is ended */
  constructor(worker: Worker, steps: ReadingSteps, maxStepMs: number) {
    this.#worker = worker;
    this.#steps = steps;
    this.#maxStepMs = maxStepMs;
  }

  /** Memory of the thread in bytes when it was free again; 0 if it ended itself. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Resolves when no work is done for the body any more.
   * @throws as `LargeBodies.read`
   */
  async hold(body: LargeBody): Promise<Done> {
    const ended = new Promise<Done>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const worker = this.#worker.on('message', this.#hear).on('error', this.#crash).on('exit', this.#leave);
    const { buffer } = body.wire;
    this.#send({ type: 'read', body }, buffer instanceof ArrayBuffer ? [buffer] : []);
    try {
      return await ended;
    } finally {
      this.#isOver = true;
      clearTimeout(this.#timer);
      await this.#answering;
      worker.off('message', this.#hear).off('error', this.#crash).off('exit', this.#leave);
    }
  }

  #send(message: ToReader, handedOver: ArrayBuffer[] = []): void {
    this.#timer = setTimeout(this.#giveUp, this.#maxStepMs);
    this.#worker.postMessage(message, handedOver);
  }

  readonly #hear = (message: FromReader): void => {
    switch (message.type) {
      case 'larger':
        this.#answering = this.#answer(() => this.#steps.larger());
        break;
      case 'inflated':
        this.#steps.inflated(message.bytes);
        break;
      case 'checked':
        this.#answering = this.#answer(() => this.#steps.checked(message.items));
        break;
      case 'records':
        this.#hasBegun = true;
        this.#answering = this.#answer(() => this.#steps.records(decodeRecords(message.records)));
        break;
      case 'ended':
        this.#heldBytes = message.heldBytes;
        this.#end(message.ending);
        break;
    }
  };

  #end(ending: Ending): void {
    switch (ending.type) {
      case 'done':
        this.#resolve(ending);
        break;
      case 'refused':
        this.#reject(new DecodeError(ending.kind, ending.message));
        break;
      case 'failed':
        this.#reject(new Error(`a large body could not be read: ${ending.reason}`));
        break;
      case 'stopped':
        this.#reject(this.#refusal ?? new Error('the reader stopped by itself'));
        break;
    }
  }

  /** Runs the requested step, then lets the reader continue or stop. */
  async #answer(step: () => Promise<void> | void): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await step();
    } catch (error) {
      this.#refusal = error as Error;
    }
    // The thread may have ended meanwhile, and may have the next body.
    if (!this.#isOver) this.#send({ type: this.#refusal === undefined ? 'go' : 'stop' });
  }

  readonly #giveUp = (): void => {
    this.#loss = this.#tooMuch('the body takes too long to read: send fewer items at once');
    void this.#worker.terminate();
  };

  readonly #crash = (error: NodeJS.ErrnoException): void => {
    const hasNoMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#loss = hasNoMemory ? this.#tooMuch('the body takes too much memory: send fewer items at once') : error;
  };

  /** Error for a body that is too large. Nothing of a body with 413 is stored: if a part may be stored, the body has to be sent again. */
  #tooMuch(message: string): Error {
    return this.#hasBegun ? unavailable('the body was stored in part only: send again') : tooLarge(message);
  }

  /** Last event of a thread: the next body must not be passed to a thread that is ending. */
  readonly #leave = (): void => {
    this.#reject(this.#loss ?? unavailable('the reader of large bodies was stopped: send again'));
  };
}
