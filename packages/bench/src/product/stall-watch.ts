import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, createHttpClient } from '../load/http-client';
import type { Product } from './product';

/** Maximum stall of the event loop for any request, in milliseconds (contract: Limits). */
export const LONGEST_STALL_MS = 250;

const EVERY_MS = 10;
const TIMEOUT_MS = 120_000;

/** Start and end, in the time of `performance.now()`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Times for which one task of the product blocked all others. */
export interface Stalls {
  /** Longest stall in milliseconds, by both measurements: the product's own and the one from outside. */
  readonly longestMs: number;
  /** Stalls of more than `LONGEST_STALL_MS`, as measured from outside; none where `longestMs` is not more. */
  readonly tooLong: readonly Span[];
}

/**
 * Measures stalls of the product's event loop in two independent ways: the product's own metric (`sluice_event_loop_delay_max_seconds`),
 * and repeated requests to `/livez`. For a request, the run time of the event loop's thread until the answer counts (proc(5): schedstat, so
 * Linux only). The smaller of both counts, because each can only be too large: the metric on a busy machine, the run time where the thread
 * had more than one task.
 */
export class StallWatch {
  readonly #http: HttpClient;
  readonly #pid: number;
  #stop = new AbortController();
  #asking: Promise<Stalls> = Promise.resolve({ longestMs: 0, tooLong: [] });

  constructor({ pid, adminUrl }: Pick<Product, 'pid' | 'adminUrl'>) {
    this.#pid = pid;
    this.#http = createHttpClient({ baseUrl: adminUrl, headers: {}, timeoutMs: TIMEOUT_MS });
  }

  /** Starts the measurement. @throws Error where the product does not answer */
  async start(): Promise<void> {
    await this.#longestDelay();
    this.#stop = new AbortController();
    this.#asking = this.#ask(this.#stop.signal);
  }

  /** Ends the measurement. @returns the stalls since the start @throws Error where the product does not answer */
  async stop(): Promise<Stalls> {
    this.#stop.abort();
    const seen = await this.#asking;
    const longestMs = Math.min(seen.longestMs, await this.#longestDelay());
    return { longestMs, tooLong: longestMs > LONGEST_STALL_MS ? seen.tooLong : [] };
  }

  /**
   * Repeats work alone while it stalls, because another process may have caused a stall.
   * @param prepare makes the work of an attempt, counted from 1, before it is watched
   * @returns the least of the longest stalls, in milliseconds
   */
  async leastStall(
    prepare: (attempt: number) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>,
    { attempts, first = Infinity }: { readonly attempts: number; readonly first?: number },
  ): Promise<number> {
    let least = first;
    for (let attempt = 1; attempt <= attempts && least > LONGEST_STALL_MS; attempt += 1) {
      const work = await prepare(attempt);
      await this.start();
      await work();
      least = Math.min(least, (await this.stop()).longestMs);
    }
    return least;
  }

  close(): void {
    this.#stop.abort();
    this.#http.close();
  }

  async #ask(signal: AbortSignal): Promise<Stalls> {
    let longestMs = 0;
    const tooLong: Span[] = [];
    while (!signal.aborted) {
      const [from, before] = [performance.now(), this.#ranMs()];
      // An ended product is reported elsewhere.
      if ((await this.#http.get('/livez').catch(() => undefined)) === undefined) break;
      const ms = this.#ranMs() - before;
      longestMs = Math.max(longestMs, ms);
      if (ms > LONGEST_STALL_MS) tooLong.push({ from, to: performance.now() });
      await sleep(EVERY_MS);
    }
    return { longestMs, tooLong };
  }

  /** Returns the longest delay that the product has measured since the last call, in milliseconds. */
  async #longestDelay(): Promise<number> {
    const { body } = await this.#http.get('/metrics');
    const [, seconds] = /^sluice_event_loop_delay_max_seconds (\S+)$/m.exec(body.toString()) ?? [];
    if (seconds === undefined) throw new Error('the product does not tell sluice_event_loop_delay_max_seconds');
    return Number(seconds) * 1000;
  }

  /** Returns the run time of the event loop's thread since the process began; 0 for an ended process. */
  #ranMs(): number {
    try {
      return Number(readFileSync(`/proc/${this.#pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
    } catch {
      return 0;
    }
  }
}
