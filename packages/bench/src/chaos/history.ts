import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

  /** @param seed of the run, which the name of the file contains */
  constructor(seed: number) {
    this.path = join(tmpdir(), `sluice-chaos-${seed}-${process.pid}.jsonl`);
    this.#stream = createWriteStream(this.path);
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

  /** Closes the file, and deletes it unless the run failed. */
  async close({ isKept }: { readonly isKept: boolean }): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
    if (!isKept) await rm(this.path);
  }
}
