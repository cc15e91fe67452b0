import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;
const REQUEST_MS = 10_000;

/** Sends traces one after the other, each until the status is 200, as exporters do, and remembers acknowledged ones. */
export class Sender {
  readonly acknowledged: string[] = [];
  /** Number of answers by status; 0: no answer. */
  readonly answers = new Map<number, number>();
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  #stopped = false;
  #running: Promise<void> | undefined;
  #receipt = '';

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  start(): void {
    this.#running = this.#send();
  }

  /** Resolves when the last trace is acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Sends one trace. */
  async once(): Promise<void> {
    await this.#sendOne();
  }

  /** @returns a sentence for acknowledged traces that are missing, and for traces that are stored twice or were never sent */
  async check(): Promise<string[]> {
    const problems: string[] = [];
    for (const id of this.acknowledged) {
      const { status, body } = await this.#get(`/api/public/traces/${id}`);
      const found = body as { observations?: readonly unknown[] };
      if (status !== 200) problems.push(`acknowledged, and answered ${status}: ${id}`);
      else if (found.observations?.length !== 1) problems.push(`not with its one observation: ${id}`);
    }
    const { body } = await this.#get('/api/public/traces?limit=1');
    const { totalItems } = (body as { meta: { totalItems: number } }).meta;
    // No other traces exist, because each was sent until it was acknowledged.
    if (totalItems !== this.acknowledged.length) {
      problems.push(`${totalItems} traces are stored, ${this.acknowledged.length} were acknowledged`);
    }
    return problems;
  }

  async #send(): Promise<void> {
    while (!this.#stopped) {
      await this.#sendOne();
      await sleep(PAUSE_MS);
    }
  }

  async #sendOne(): Promise<void> {
    const id = randomUUID();
    const timestamp = new Date().toISOString();
    const observation = { id: randomUUID(), type: 'SPAN', name: 'one', startTime: timestamp };
    const body = JSON.stringify({ trace: { id, name: 'compose', timestamp }, observations: [observation] });
    for (;;) {
      const status = await fetch(`${this.#url}/v1/l/batch`, {
        ...{ method: 'POST', headers: this.#headers, body },
        signal: AbortSignal.timeout(REQUEST_MS),
      }).then(
        async (response) => {
          const text = await response.text();
          if (response.status >= 400 && response.status < 500) throw new Error(`${response.status} ${text}`);
          this.#receipt = response.headers.get('sluice-receipt') ?? this.#receipt;
          return response.status;
        },
        () => 0,
      );
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 200) break;
      await sleep(PAUSE_MS);
    }
    this.acknowledged.push(id);
  }

  /** Reads with the receipt of the last write: the answer waits until acknowledged traces are stored. */
  async #get(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(this.#url + path, { headers: { ...this.#headers, 'sluice-receipt': this.#receipt } });
    return { status: response.status, body: await response.json() };
  }
}
