import { type ObservationColumns, amountAt, textAt, wordAt } from './observation-columns';
import type { Sums } from './sums';
import type { Tree } from './tree';

/** Observations of a trace. */
export interface Steps {
  readonly columns: ObservationColumns;
  readonly tree: Tree;
  readonly sums: Sums;
}

/** Repeated or useless steps of a trace, derived from its figures; for loops see `loops.ts`. */
export interface Waste {
  readonly retries: readonly Retry[];
  readonly failures: Failures;
  readonly again: SentAgain;
}

/** Step that repeats a failed one. */
export interface Retry {
  readonly row: number;
  /** Row of the failed attempt before. */
  readonly after: number;
  /** Number of the attempt: 2 for the first retry. */
  readonly attempt: number;
}

/** Sums of failed steps with their descendants. A failed root is excluded: its cost is the cost of the whole trace. */
export interface Failures {
  /** Failed rows without a failed ancestor. */
  readonly rows: readonly number[];
  /** USD of priced observations, number of model calls, and number of calls without a price. */
  readonly cost: number;
  readonly calls: number;
  readonly unpriced: number;
  readonly tokens: number;
  /** Milliseconds of the rows that have an end. */
  readonly ms: number;
}

/**
 * Prompt tokens that the call before had already sent, estimated by counts: in an agent's loop each call is taken to repeat the one before
 * if its prompt is longer.
 */
export interface SentAgain {
  /** By repeating row: the row before and the repeated tokens. */
  readonly byRow: ReadonlyMap<number, { readonly before: number; readonly tokens: number }>;
  readonly tokens: number;
  /** Most of these tokens that may have been read from a cache. */
  readonly cached: number;
  /** Tokens of all prompts. */
  readonly of: number;
}

export function wasteOf(steps: Steps): Waste {
  return { retries: retriesOf(steps), failures: failuresOf(steps), again: sentAgain(steps) };
}

/** Finds retries: same parent, kind, name and input size as a failed step, started after its end. */
function retriesOf({ columns, tree }: Steps): readonly Retry[] {
  const last = new Map<string, { readonly row: number; readonly attempt: number }>();
  const retries: Retry[] = [];
  const { type, name, level } = columns.words;
  for (let row = 0; row < columns.count; row += 1) {
    const size = columns.sizes.input[row] ?? 0;
    const key = `${tree.parent[row] ?? -1} ${type.of[row] ?? -1} ${name.of[row] ?? -1} ${size}`;
    const before = last.get(key);
    const isRetry = before !== undefined && (tree.from[row] ?? 0) >= (tree.to[before.row] ?? Infinity);
    const attempt = isRetry ? before.attempt + 1 : 1;
    if (isRetry) retries.push({ row, after: before.row, attempt });
    if (wordAt(level, row) === 'ERROR') last.set(key, { row, attempt });
    else if (isRetry) last.delete(key);
  }
  return retries;
}

function failuresOf({ columns, tree, sums }: Steps): Failures {
  const rows: number[] = [];
  const all = { cost: 0, calls: 0, unpriced: 0, tokens: 0 };
  for (let row = 0; row < columns.count;) {
    if (wordAt(columns.words.level, row) !== 'ERROR' || (tree.parent[row] ?? -1) < 0) {
      row += 1;
      continue;
    }
    rows.push(row);
    for (const name of ['cost', 'calls', 'unpriced', 'tokens'] as const) all[name] += sums[name][row] ?? 0;
    row = Math.max(row + 1, tree.end[row] ?? 0);
  }
  const ms = rows.reduce((sum, row) => sum + ((tree.to[row] ?? NaN) - (tree.from[row] ?? NaN) || 0), 0);
  return { rows, ...all, ms };
}

function sentAgain({ columns, tree, sums }: Steps): SentAgain {
  const { type, model } = columns.words;
  const agents = new Int32Array(columns.count);
  const calls: number[] = [];
  let of = 0;
  for (let row = 0; row < columns.count; row += 1) {
    const above = tree.parent[row] ?? -1;
    // The loop of a row: its nearest agent ancestor, otherwise the trace.
    agents[row] = wordAt(type, row) === 'AGENT' ? row : above < 0 ? -1 : (agents[above] ?? -1);
    const isCall = sums.calls[row] === 1 && (tree.end[row] === row + 1 || sums.calls[row + 1] === 0);
    if (!isCall || wordAt(type, row) !== 'GENERATION' || amountAt(columns.numbers.promptTokens, row) === 0) continue;
    calls.push(row);
    of += amountAt(columns.numbers.promptTokens, row);
  }
  calls.sort((a, b) => (tree.from[a] ?? 0) - (tree.from[b] ?? 0));

  const last = new Map<string, number>();
  const byRow = new Map<number, { readonly before: number; readonly tokens: number }>();
  let [tokens, cached] = [0, 0];
  for (const row of calls) {
    const loop = `${agents[row] ?? -1} ${model.of[row] ?? -1}`;
    const before = last.get(loop);
    last.set(loop, row);
    if (before === undefined || !((tree.from[row] ?? 0) >= (tree.to[before] ?? NaN))) continue;
    const repeated = amountAt(columns.numbers.promptTokens, before);
    if (amountAt(columns.numbers.promptTokens, row) <= repeated) continue;
    byRow.set(row, { before, tokens: repeated });
    tokens += repeated;
    cached += Math.min(repeated, cachedIn(textAt(columns.records.usageDetails, row)));
  }
  return { byRow, tokens, cached, of };
}

/** @param usage JSON of the counts of a call by usage type */
function cachedIn(usage: string): number {
  if (usage === '') return 0;
  const { input_cached_tokens: cached = 0 } = JSON.parse(usage) as Readonly<Record<string, number>>;
  return cached;
}
