import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { OBSERVATION_SQL, POINT_SQL, type Sender, itemName, parseItemName } from './workload';

export interface Verified {
  /** Number of stored observations and points. */
  readonly items: number;
  /** Items of acknowledged requests; each must be stored. */
  readonly acknowledged: number;
  /** First violations, in sentences. */
  readonly violations: readonly string[];
}

const MAX_VIOLATIONS = 20;

/**
 * Compares everything stored with what the clients have sent: every item of an acknowledged request is stored once, with its content; an
 * item of a request whose outcome is unknown may be stored; no other item is.
 */
export async function verifyStored(sql: Client, clients: readonly Sender[]): Promise<Verified> {
  const tally = new Tally(clients);
  for await (const line of copyLines(sql, OBSERVATION_SQL)) tally.take('observation', line);
  for await (const line of copyLines(sql, POINT_SQL)) tally.take('point', line);
  return tally.result();
}

function copyLines(sql: Client, query: string): AsyncIterable<string> {
  return createInterface({ input: sql.query(copyTo(`copy (${query}) to stdout`)), crlfDelay: Infinity });
}

/** Stored items of one client. */
interface Found {
  readonly client: Sender;
  readonly names: Set<string>;
  /** Number of items of acknowledged requests. */
  acknowledged: number;
}

class Tally {
  readonly #found: ReadonlyMap<string, Found>;
  readonly #violations: string[] = [];
  #items = 0;

  constructor(clients: readonly Sender[]) {
    this.#found = new Map(
      clients.map((client) => [nameOf(client), { client, names: new Set<string>(), acknowledged: 0 }]),
    );
  }

  /** @param line project, name and content of a stored item, separated by tabs */
  take(kind: 'observation' | 'point', line: string): void {
    this.#items += 1;
    const [project = '', item = '', escaped] = line.split('\t');
    // COPY doubles backslashes; the lines have no other character that it escapes.
    const content = escaped?.replaceAll('\\\\', '\\');
    const name = inProject(project, item);
    const parsed = parseItemName(item);
    const found = parsed && this.#found.get(inProject(project, parsed.client));
    if (parsed === undefined || found?.client.workload.stored !== kind) {
      this.#violation(`an ${kind} that nobody sent is stored: ${line}`);
      return;
    }
    const { client } = found;
    const requests = client.workload.requestsOf(parsed.item.group);
    if (requests.some((request) => client.outcomeOf(request) === 'acknowledged')) found.acknowledged += 1;
    const allowed = possibleOf(client, requests).map((applied) => client.workload.expected(parsed.item, applied));
    if (content === undefined || !allowed.includes(content)) {
      const at = firstDifference(String(content), allowed[0] ?? '');
      const expected = allowed.map((text) => (text === undefined ? NEVER_SENT : excerpt(text, at))).join(' or ');
      this.#violation(`${name} is stored as ${excerpt(String(content), at)}, expected: ${expected}`);
    }
    if (found.names.has(name)) this.#violation(`${name} is stored twice`);
    found.names.add(name);
  }

  result(): Verified {
    let required = 0;
    for (const [name, { client, names, acknowledged }] of this.#found) {
      const groups = acknowledgedGroups(client);
      const expected = groups.size * client.workload.itemsPerGroup;
      required += expected;
      if (acknowledged === expected) continue;
      const missing = firstMissing(client, groups, names);
      this.#violation(`${name}: of ${expected} acknowledged items ${acknowledged} are stored; missing is ${missing}`);
    }
    return { items: this.#items, acknowledged: required, violations: this.#violations };
  }

  #violation(sentence: string): void {
    if (this.#violations.length < MAX_VIOLATIONS) this.#violations.push(sentence);
  }
}

const NEVER_SENT = 'nothing, since it was never sent';

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Returns a long text around a position. */
const excerpt = (text: string, at: number): string =>
  text.length <= 500 ? text : `…${text.slice(Math.max(0, at - 100), at + 100)}… (${text.length} characters)`;

/** Prefixes the name with its project, because projects have the same names. */
const inProject = (project: string, name: string): string => (project === '' ? name : `${project}: ${name}`);
const nameOf = ({ project, workload }: Sender): string => inProject(project, workload.client);

/** Returns the possible sets of requests that took effect: all acknowledged ones, with and without each whose outcome is unknown. */
function possibleOf(client: Sender, requests: readonly number[]): ReadonlySet<number>[] {
  let possible = [new Set(requests.filter((request) => client.outcomeOf(request) === 'acknowledged'))];
  for (const request of requests) {
    if (client.outcomeOf(request) !== 'unknown') continue;
    possible = possible.flatMap((applied) => [new Set([...applied, request]), applied]);
  }
  // An item of which no request took effect is not stored.
  return possible.length > 1 ? possible.filter(({ size }) => size > 0) : possible;
}

function acknowledgedGroups(client: Sender): Set<number> {
  const groups = new Set<number>();
  for (let request = 0; request < client.attempted; request += 1) {
    if (client.outcomeOf(request) === 'acknowledged') groups.add(client.workload.groupOf(request));
  }
  return groups;
}

function firstMissing({ project, workload }: Sender, groups: ReadonlySet<number>, names: ReadonlySet<string>): string {
  for (const group of groups) {
    for (let index = 0; index < workload.itemsPerGroup; index += 1) {
      const name = inProject(project, itemName(workload.client, { group, index }));
      if (!names.has(name)) return name;
    }
  }
  return 'none of them: others are stored in their place';
}
