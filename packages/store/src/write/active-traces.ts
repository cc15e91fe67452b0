import type { StoredTrace } from './sql/trace-row';
import type { Transaction } from './sql/transaction';
import type { UsageKey } from './state/usage';

/** Limit of the traces, about 10 MB: enough for the agents that run at a time. */
const MOST = 4096;

/** Limit of the observations of a trace whose ids are remembered, and characters of an id with its comma. */
const MOST_IDS = 128;
const ID_LENGTH = 37;

/** Limit of the days and models of the usage of a trace that are remembered, and of the characters of a model. */
const MOST_USED = 16;
const LONGEST_MODEL = 200;

/** A trace that was stored last by this writer, as its row with this version is. */
export interface ActiveTrace {
  /** Version of the row: a transaction that changes the trace, or anything below it, writes another one. */
  readonly version: string;
  /** Undefined: the row is to be read. */
  readonly stored: StoredTrace | undefined;
  /** Ids of all observations, each behind a comma; undefined: there may be others. */
  readonly ids: string | undefined;
  /** Days and models of all its usage; undefined: there may be others. */
  readonly used: readonly UsageKey[] | undefined;
}

/** A trace whose row this transaction writes, as it can be remembered. */
export interface WrittenTrace extends Omit<ActiveTrace, 'version'> {
  readonly key: string;
}

/**
 * Traces of which a writer remembers the row, and the ids of all observations, so that an update reads neither. A row whose version is the
 * remembered one has not changed, whichever writer has locked it meanwhile. Versions are those of one server: a server that was restored or
 * has taken over may count the transactions that are lost again. Bounded: the trace that was stored longest ago is evicted.
 */
export class ActiveTraces {
  readonly #most: number;
  readonly #traces = new Map<string, ActiveTrace>();
  #server = '';

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Returns what is remembered of a trace in the rows of a server. */
  get(server: string, key: string): ActiveTrace | undefined {
    return server === this.#server ? this.#traces.get(key) : undefined;
  }

  /** Remembers traces that a transaction wrote; to be called after its commit. */
  addAll({ server, version }: Transaction, traces: readonly WrittenTrace[]): void {
    if (server !== this.#server) this.clear();
    this.#server = server;
    for (const { key, stored, ids, used } of traces) {
      this.#traces.delete(key);
      // The key of a stored trace was read from a row.
      this.#traces.set(stored?.id ?? ownText(key), { version, stored, ids, used });
      if (this.#traces.size <= this.#most) continue;
      const [oldest] = this.#traces.keys();
      this.#traces.delete(oldest as string);
    }
  }

  clear(): void {
    this.#traces.clear();
  }
}

/** Returns remembered ids with more of them; undefined if there are too many. */
export function withIds(ids: string | undefined, more: readonly string[]): string | undefined {
  if (ids === undefined || more.length === 0) return ids;
  let joined = ids;
  for (const id of more) joined += `,${id}`;
  return joined.length > MOST_IDS * ID_LENGTH ? undefined : ownText(joined);
}

/** Returns remembered usage with further rows; undefined if there are too many. */
export function withUsed(
  used: readonly UsageKey[] | undefined,
  rows: readonly { readonly key: UsageKey }[],
): readonly UsageKey[] | undefined {
  if (used === undefined) return undefined;
  const more = rows.filter(({ key }) => !hasUsed(used, key));
  if (more.length === 0) return used;
  const isMuch = used.length + more.length > MOST_USED || more.some(({ key }) => key.model.length > LONGEST_MODEL);
  return isMuch
    ? undefined
    : [...used, ...more.map(({ key: { day, model } }) => ({ day, model: ownText(model, 'utf8') }))];
}

export const hasUsed = (used: readonly UsageKey[], { day, model }: UsageKey): boolean =>
  used.some((key) => key.model === model && key.day === day);

export const hasId = (ids: string, id: string): boolean => ids.includes(`,${id}`);

/** Copies a text, ASCII by default: a substring would keep the whole string in memory. */
const ownText = (text: string, encoding: BufferEncoding = 'latin1'): string =>
  Buffer.from(text, encoding).toString(encoding);
