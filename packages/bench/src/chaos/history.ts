import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';

/** One attempt of a client, as the client saw it. */
export interface HistoryEntry {
  /** `<client>/<request>`. */
  readonly uid: string;
  /** Milliseconds since the epoch. */
  readonly invoked: number;
  readonly ended: number;
  /** Done; not done for sure; or unclear. */
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** Of the answer; 0 where there was none. */
  readonly status: number;
}

/** What all clients did and all processes wrote, one line of JSON each, for whoever looks into a run that went wrong. */
export class History {
  readonly path: string;
  readonly #stream: WriteStream;
  readonly #counts = { ok: 0, fail: 0, unknown: 0 };

  constructor(path: string) {
    this.path = path;
    this.#stream = createWriteStream(path);
  }

  /** Attempts so far. */
  get counts(): Readonly<Record<HistoryEntry['outcome'], number>> {
    return this.#counts;
  }

  add(entry: HistoryEntry): void {
    this.#counts[entry.outcome] += 1;
    this.#stream.write(`${JSON.stringify(entry)}\n`);
  }

  /** A line that a process wrote. */
  addLine(process: string, line: string): void {
    this.#stream.write(`${JSON.stringify({ process, line })}\n`);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}
