import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, createHttpClient } from '../load/http-client';
import type { Product } from './product';

/** Nothing that is sent holds up the event loop for longer, in milliseconds (contract: Limits). */
export const LONGEST_STALL_MS = 250;

const EVERY_MS = 10;
const TIMEOUT_MS = 120_000;

/** From when to when, in the time of `performance.now()`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How long everything else in the product had to wait for one piece of its work. */
export interface Stalls {
  /** The longest, in milliseconds: of both measurements, the product's own and that from outside. */
  readonly longestMs: number;
  /** Stalls of more than `LONGEST_STALL_MS`, as they were seen from outside; none where `longestMs` is not more. */
  readonly tooLong: readonly Span[];
}

/**
 * Looks for stalls of the event loop of the product, in two independent ways: the product measures
 * itself (`sluice_event_loop_delay_max_seconds`), and `/livez` is asked from outside, again and again. From outside the time
 * counts that the thread of the event loop has run until it answered, of which the kernel keeps account (proc(5):
 * schedstat, so Linux only). Of the two the smaller counts, because each of them can only be too large: the one on a busy
 * machine, the other where the thread had more than one piece of work.
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

  /** From now on. @throws Error where the product does not answer */
  async start(): Promise<void> {
    await this.#longestDelay();
    this.#stop = new AbortController();
    this.#asking = this.#ask(this.#stop.signal);
  }

  /** Those since the start. @throws Error where the product does not answer */
  async stop(): Promise<Stalls> {
    this.#stop.abort();
    const seen = await this.#asking;
    const longestMs = Math.min(seen.longestMs, await this.#longestDelay());
    return { longestMs, tooLong: longestMs > LONGEST_STALL_MS ? seen.tooLong : [] };
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
      // A product that has ended is reported elsewhere.
      if ((await this.#http.get('/livez').catch(() => undefined)) === undefined) break;
      const ms = this.#ranMs() - before;
      longestMs = Math.max(longestMs, ms);
      if (ms > LONGEST_STALL_MS) tooLong.push({ from, to: performance.now() });
      await sleep(EVERY_MS);
    }
    return { longestMs, tooLong };
  }

  /** The longest delay that the product has measured since the last question, in milliseconds. */
  async #longestDelay(): Promise<number> {
    const { body } = await this.#http.get('/metrics');
    const [, seconds] = /^sluice_event_loop_delay_max_seconds (\S+)$/m.exec(body.toString()) ?? [];
    if (seconds === undefined) throw new Error('the product does not tell sluice_event_loop_delay_max_seconds');
    return Number(seconds) * 1000;
  }

  /** How long the thread of the event loop has run since the process began; what has ended does not run. */
  #ranMs(): number {
    try {
      return Number(readFileSync(`/proc/${this.#pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
    } catch {
      return 0;
    }
  }
}
