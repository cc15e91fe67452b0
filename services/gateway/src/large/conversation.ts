import type { Worker } from 'node:worker_threads';
import { DecodeError } from '@sluice/decode';
import { tooLarge, unavailable } from '@sluice/http';
import type { SluiceRecord } from '@sluice/record';
import { decodeRecords } from './encoded-records';
import type { Ending, FromReader, LargeBody, ToReader } from './messages';

/** What the sender of a large body has to do while it is read. Each may refuse: the reading ends, and that is the answer. */
export interface ReadingSteps {
  /** Its turn has come; nothing was done for it yet. */
  begin(): void;
  /** The body is larger than was reserved for it. */
  larger(): void;
  /** It has this many bytes without its encoding. */
  inflated(bytes: number): void;
  /** All of it was read, and holds so many items for the ledger; nothing is stored yet. */
  checked(items: number): void;
  /** Its next records, after all of it was read. The ones after them come when these have been dealt with. */
  records(records: readonly SluiceRecord[]): Promise<void>;
}

/** How a reading that went well ends. */
export type Done = Extract<Ending, { type: 'done' }>;

/** The reading of one body, as the main thread has it with the thread that reads. */
export class Conversation {
  readonly #worker: Worker;
  readonly #steps: ReadingSteps;
  readonly #maxStepMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** What was asked for last, as long as it is being done; never rejects. */
  #answering: Promise<void> | undefined;
  /** Why the reader was stopped. */
  #refusal: Error | undefined;
  /** Why the thread ends, where that is known before it does. */
  #loss: Error | undefined;
  /** Records of the body were handed out: it is not sure any more that nothing of it is stored. */
  #hasBegun = false;
  #heldBytes = 0;
  #isOver = false;
  #resolve: (done: Done) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  /** @param maxStepMs the reader is ended when it has been at one step for so long */
  constructor(worker: Worker, steps: ReadingSteps, maxStepMs: number) {
    this.#worker = worker;
    this.#steps = steps;
    this.#maxStepMs = maxStepMs;
  }

  /** What the thread had in its memory when it was free again; 0 where it ended itself. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Ends when nothing is being done for the body any more. @throws as `LargeBodies.read` */
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

  /** Does what was asked for, and lets the reader go on, or not. */
  async #answer(asked: () => Promise<void> | void): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await asked();
    } catch (error) {
      this.#refusal = error as Error;
    }
    // The thread may have ended meanwhile, and another body may be its next.
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

  /** Of a body that is 413 nothing is stored: one of which something may be has to be sent again. */
  #tooMuch(message: string): Error {
    return this.#hasBegun ? unavailable('the body was stored in part only: send again') : tooLarge(message);
  }

  /** The last event of a thread: the next body must not meet one that is ending. */
  readonly #leave = (): void => {
    this.#reject(this.#loss ?? unavailable('the reader of large bodies was stopped: send again'));
  };
}
