import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { findDisagreements } from './consistency';

/** Runs work on a connection. @throws Error while the database does not accept connections */
export type Query = <T>(work: (sql: ClientBase) => Promise<T>) => Promise<T>;

const POLL_MS = 250;
/** Minimum pause between comparisons, which use at most a third of a processor. */
const LEAST_PAUSE_MS = 2_000;
const PAUSE_SHARE = 2;

const LEFT = `
  select array_remove(array[
    case when not t.is_complete then 'the traces of before' end,
    case when exists (select from sluice.trace_index_dirty) then 'traces that have changed' end,
    case when m.rolled_up_before < m.closed_before or not isfinite(m.rolled_up_before) then 'hours of metrics' end,
    case when exists (select from sluice.metric_rollup_dirty) then 'hours of metrics that have changed' end], null) as left
  from sluice.trace_index_state t, sluice.metric_rollup_state m`;

/**
 * Waits until the writers have indexed everything, while no client sends: a trace that is not indexed cannot be compared.
 * @returns one sentence for each thing not indexed after `patienceMs`
 */
export async function waitForIndex(query: Query, patienceMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const left = await query(async (sql) => (await sql.query<{ left: string[] }>(LEFT)).rows[0]?.left);
    if (left?.length === 0) return [];
    if (performance.now() > deadline) {
      return (left ?? ['anything']).map((what) => `after ${patienceMs / 1000} s are not indexed or rolled up: ${what}`);
    }
    await sleep(POLL_MS);
  }
}

/** Results of comparisons during a run. */
export interface IndexWatch {
  /** Number of comparisons; of these, with all traces indexed or dirty; and the highest number of segments with valid rollups. */
  readonly compared: number;
  readonly complete: number;
  readonly mostValid: number;
  readonly violations: readonly string[];
}

interface Seen {
  readonly complete: boolean;
  readonly valid: number;
}

/**
 * Compares every stored sum, the trace index and the metric rollups with the rows repeatedly, in snapshots, during writes, indexing,
 * deletion, kills and restarts. A comparison that is interrupted, or runs before the schema exists, is not counted.
 * @param options.expiredBelow see `findDisagreements`
 */
export async function watchIndex(
  query: Query,
  options: { readonly isOver: () => boolean; readonly expiredBelow: number },
): Promise<IndexWatch> {
  const seen: Seen[] = [];
  const violations: string[] = [];
  while (!options.isOver()) {
    const began = performance.now();
    const found = await query((sql) => compareOnce(sql, options.expiredBelow)).catch(() => undefined);
    if (found !== undefined) seen.push(found);
    for (const sentence of found?.wrong ?? []) violations.push(`while others were at work it was ${sentence}`);
    const pause = Math.max(LEAST_PAUSE_MS, PAUSE_SHARE * (performance.now() - began));
    const until = performance.now() + pause;
    while (performance.now() < until && !options.isOver()) await sleep(POLL_MS);
  }
  if (!seen.some(({ complete }) => complete))
    violations.push('what reads go by was never compared while others were at work');
  return {
    compared: seen.length,
    complete: seen.filter(({ complete }) => complete).length,
    mostValid: Math.max(0, ...seen.map(({ valid }) => valid)),
    violations: [...new Set(violations)],
  };
}

async function compareOnce(
  sql: ClientBase,
  expiredBelow: number,
): Promise<Seen & { readonly wrong: readonly string[] }> {
  const { rows } = await sql.query<Seen>(
    'select is_complete as complete, (select count(*)::integer from sluice.valid_segments) as valid from sluice.trace_index_state',
  );
  // A snapshot for each statement: a longer one would not contain tables that are truncated meanwhile.
  const wrong = await findDisagreements(sql, expiredBelow);
  const [state = { complete: false, valid: 0 }] = rows;
  return { ...state, wrong };
}
