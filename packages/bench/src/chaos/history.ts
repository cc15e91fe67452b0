import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';

/** Attempt of a client, and its result for the client. */
export interface HistoryEntry {
  /** `<client>/<request>`. */
  readonly uid: string;
  /** Start of the attempt in milliseconds since the epoch. */
  readonly invoked: number;
  readonly ended: number;
  /** Acknowledged; certainly not executed; or unclear. */
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
}

/** File of all attempts of the clients and all lines of the processes, one JSON object a line, to investigate a failed run. */
export class History {
  readonly path: string;
  readonly #stream: WriteStream;
  readonly #counts = { ok: 0, fail: 0, unknown: 0 };

  constructor(path: string) {
    this.path = path;
    this.#stream = createWriteStream(path);
  }

  /** Number of attempts until now. */
  get counts(): Readonly<Record<HistoryEntry['outcome'], number>> {
    return this.#counts;
  }

  add(entry: HistoryEntry): void {
    this.#counts[entry.outcome] += 1;
    this.#stream.write(`${JSON.stringify(entry)}\n`);
  }

  /** Adds a line that a process wrote. */
  addLine(process: string, line: string): void {
    this.#stream.write(`${JSON.stringify({ process, line })}\n`);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}
