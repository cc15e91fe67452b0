/** Tokens and cost of one usage type of a model call, such as `input_cached_tokens`. */
export interface UsageRow {
  readonly bucket: string;
  /** Title such as `input, cached tokens`. */
  readonly title: string;
  readonly tokens: number | undefined;
  /** USD; undefined if unknown. */
  readonly cost: number | undefined;
}

const TOTAL = 'total';
const SIDES = ['input', 'output'];

/** Lists usage types of input, then of output, then others; the total is last. */
export function usageRows(
  usage: Readonly<Record<string, number>>,
  costs: Readonly<Record<string, number>>,
): readonly UsageRow[] {
  // Maps, because senders choose the names, and `constructor` is a possible name.
  const [tokens, cost] = [new Map(Object.entries(usage)), new Map(Object.entries(costs))];
  const buckets = [...new Set([...tokens.keys(), ...cost.keys()])];
  return buckets
    .map((bucket) => ({ bucket, title: titleOf(bucket), tokens: tokens.get(bucket), cost: cost.get(bucket) }))
    .sort((a, b) => rankOf(a.bucket) - rankOf(b.bucket) || (a.bucket < b.bucket ? -1 : 1));
}

function rankOf(bucket: string): number {
  if (bucket === TOTAL) return SIDES.length + 1;
  const side = SIDES.findIndex((each) => bucket === each || bucket.startsWith(`${each}_`));
  return side < 0 ? SIDES.length : side;
}

function titleOf(bucket: string): string {
  const side = SIDES.find((each) => bucket.startsWith(`${each}_`));
  const rest = side === undefined ? bucket : bucket.slice(side.length + 1);
  const words = rest.replaceAll('_', ' ');
  return side === undefined ? words : `${side}, ${words}`;
}
