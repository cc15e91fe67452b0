import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { KillTestClient } from './client';
import { OBSERVATION_SQL, POINT_SQL, parseItemName } from './workload';

export interface Verified {
  /** Stored observations and points. */
  readonly items: number;
  /** Those of acknowledged requests, each of which has to be among them. */
  readonly acknowledged: number;
  /** What is wrong, the first sentences of it. */
  readonly violations: readonly string[];
}

const MOST_VIOLATIONS = 20;

/**
 * Reads all that is stored and compares it with what the clients have sent: every item of an acknowledged request is
 * there once, with its content; an item of the request under way may be there; nothing else is.
 */
export async function verifyStored(sql: Client, clients: readonly KillTestClient[]): Promise<Verified> {
  const tally = new Tally(clients);
  for await (const line of copyLines(sql, OBSERVATION_SQL)) tally.take('observation', line);
  for await (const line of copyLines(sql, POINT_SQL)) tally.take('point', line);
  return tally.result();
}

function copyLines(sql: Client, query: string): AsyncIterable<string> {
  return createInterface({ input: sql.query(copyTo(`copy (${query}) to stdout`)), crlfDelay: Infinity });
}

/** What was found of one client. */
interface Found {
  readonly client: KillTestClient;
  readonly names: Set<string>;
  /** Items of acknowledged requests. */
  acknowledged: number;
}

class Tally {
  readonly #found: ReadonlyMap<string, Found>;
  readonly #violations: string[] = [];
  #items = 0;

  constructor(clients: readonly KillTestClient[]) {
    this.#found = new Map(
      clients.map((client) => [client.workload.client, { client, names: new Set<string>(), acknowledged: 0 }]),
    );
  }

  /** @param line name and content of a stored item, separated by a tab */
  take(kind: 'observation' | 'point', line: string): void {
    this.#items += 1;
    const [name = '', content] = line.split('\t');
    const parsed = parseItemName(name);
    const found = parsed && this.#found.get(parsed.client);
    if (parsed === undefined || found?.client.workload.stored !== kind) {
      this.#violation(`an ${kind} that nobody sent is stored: ${line}`);
      return;
    }
    const { workload, acknowledged, attempted } = found.client;
    const requests = workload.requestsOf(parsed.item);
    if (requests[0] < acknowledged) found.acknowledged += 1;
    // The last of its requests may be under way: then it is right with and without it.
    const most = requests.filter((request) => request < attempted).length;
    const least = Math.min(most, Math.max(1, requests.filter((request) => request < acknowledged).length));
    const allowed = [least, most].map((applied) => workload.expected(parsed.item, applied));
    if (content === undefined || !allowed.includes(content)) {
      const expected = allowed.map((text) => text ?? 'nothing, since it was never sent').join(' or ');
      this.#violation(`${name} is stored as ${String(content)}, expected: ${expected}`);
    }
    if (found.names.has(name)) this.#violation(`${name} is stored twice`);
    found.names.add(name);
  }

  result(): Verified {
    let required = 0;
    for (const [name, { client, acknowledged }] of this.#found) {
      const expected = client.workload.itemsOf(client.acknowledged);
      required += expected;
      if (acknowledged !== expected) {
        this.#violation(`${name}: of ${expected} acknowledged items ${acknowledged} are stored`);
      }
    }
    return { items: this.#items, acknowledged: required, violations: this.#violations };
  }

  #violation(sentence: string): void {
    if (this.#violations.length < MOST_VIOLATIONS) this.#violations.push(sentence);
  }
}
