/** Tokens and cost of one usage type of a model call, such as `input_cached_tokens`. */
export interface UsageRow {
  readonly usageType: string;
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
  const types = [...new Set([...tokens.keys(), ...cost.keys()])];
  return types
    .map((usageType) => ({
      usageType,
      title: titleOf(usageType),
      tokens: tokens.get(usageType),
      cost: cost.get(usageType),
    }))
    .sort((a, b) => rankOf(a.usageType) - rankOf(b.usageType) || (a.usageType < b.usageType ? -1 : 1));
}

function rankOf(usageType: string): number {
  if (usageType === TOTAL) return SIDES.length + 1;
  const side = SIDES.findIndex((each) => usageType === each || usageType.startsWith(`${each}_`));
  return side < 0 ? SIDES.length : side;
}

function titleOf(usageType: string): string {
  const side = SIDES.find((each) => usageType.startsWith(`${each}_`));
  const rest = side === undefined ? usageType : usageType.slice(side.length + 1);
  const words = rest.replaceAll('_', ' ');
  return side === undefined ? words : `${side}, ${words}`;
}
