import { type ObservationColumns, amountAt } from './observation-columns';
import type { Tree } from './tree';

/** Sums by row: the row with all of its descendants. */
export interface Sums {
  /** USD of all observations with a price. */
  readonly cost: Float64Array;
  /** Tokens. An observation that wraps model calls, or repeats the call of an ancestor, adds none. */
  readonly tokens: Float64Array;
  /** Number of model calls, and of those with unknown cost. */
  readonly calls: Int32Array;
  readonly unpriced: Int32Array;
  /** Number of observations of level ERROR. */
  readonly errors: Int32Array;
  /** Milliseconds of the row alone in which no child ran; NaN without an end. */
  readonly self: Float64Array;
}

/** Types that count as model calls even without tokens. */
const CALLS = new Set(['GENERATION', 'EMBEDDING']);

/** @param totalTokens of the trace as in the API; if the sum over all observations equals it, no observation repeats others */
export function sumsOf(columns: ObservationColumns, tree: Tree, totalTokens: number): Sums {
  const { count, numbers, words, records } = columns;
  const isCall = words.type.texts.map((type) => CALLS.has(type));
  const error = words.level.texts.indexOf('ERROR');
  const own = numbers.totalTokens;
  const countsAll =
    own.reduce((sum, _, row) => sum + (at(words.countedIn.of, row) < 0 ? amountAt(own, row) : 0), 0) === totalTokens;

  const cost = new Float64Array(count);
  const tokens = new Float64Array(count);
  const calls = new Int32Array(count);
  const unpriced = new Int32Array(count);
  const errors = new Int32Array(count);
  // From the last row up: all descendants of a row are added before the row.
  for (let row = count - 1; row >= 0; row -= 1) {
    if (at(words.countedIn.of, row) < 0) {
      const used = amountAt(own, row);
      add(cost, row, amountAt(numbers.calculatedTotalCost, row));
      if (at(tokens, row) === 0 || countsAll) add(tokens, row, used);
      if (at(calls, row) === 0 && (used > 0 || isCall[at(words.type.of, row)] === true)) {
        add(calls, row, 1);
        if (records.costDetails.begins[row] === records.costDetails.begins[row + 1]) add(unpriced, row, 1);
      }
    }
    if (at(words.level.of, row) === error) add(errors, row, 1);
    const parent = at(tree.parent, row);
    if (parent >= 0) for (const each of [cost, tokens, calls, unpriced, errors]) add(each, parent, at(each, row));
  }
  return { cost, tokens, calls, unpriced, errors, self: selfTimes(tree) };
}

/** Returns the duration of each row minus the union of its children's times. */
function selfTimes({ parent, from, to, span }: Tree): Float64Array {
  const self = Float64Array.from(from, (start, row) => at(to, row) - start);
  /** Time up to which the earlier children of a row cover its duration. */
  const taken = Float64Array.from(from);
  for (let row = 0; row < from.length; row += 1) {
    const above = at(parent, row);
    if (above < 0) continue;
    const end = Math.min(Number.isNaN(at(to, row)) ? span : at(to, row), at(to, above));
    const begin = Math.max(at(from, row), at(taken, above));
    if (!(end > begin)) continue;
    add(self, above, begin - end);
    taken[above] = end;
  }
  return self.map((each) => Math.max(0, each));
}

const at = (array: Float64Array | Int32Array, index: number): number => array[index] ?? 0;

function add(array: Float64Array | Int32Array, index: number, amount: number): void {
  array[index] = at(array, index) + amount;
}
