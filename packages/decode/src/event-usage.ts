import { ITEM_LIMITS, MAX_COST } from '@sluice/record';
import { type Unchecked, isObject } from './json-body';
import type { NativeUsage } from './native';
import type { Sent } from './schemas/body-schema';
import { USAGE_NOT_COUNTS } from './schemas/native-batch';

type SentUsage = Sent<'usage' | 'usageDetails' | 'costDetails'>;

/** Cost members of `usage`, and the names that `costDetails` has for them. */
const USAGE_COSTS = { inputCost: 'input', outputCost: 'output', totalCost: 'total' } as const;

/** Returns `usageDetails`, else the counts of `usage`, both as sent; whatever is no count is ignored where usage is normalized. */
export function eventUsage({ usage, usageDetails }: SentUsage): NativeUsage | undefined {
  if (isFilled(usageDetails)) return usageDetails as NativeUsage;
  if (!isObject(usage)) return undefined;
  const counts = Object.entries(usage).filter(
    ([name, value]) => value !== null && !Object.hasOwn(USAGE_NOT_COUNTS, name),
  );
  return counts.length === 0 ? undefined : (Object.fromEntries(counts) as NativeUsage);
}

/** Returns `costDetails`, else the costs of `usage`, without values that are no amounts. */
export function eventCosts({ usage, costDetails }: SentUsage): Readonly<Record<string, number>> | undefined {
  if (isFilled(costDetails)) return amounts(Object.entries(costDetails));
  if (!isObject(usage)) return undefined;
  return amounts(Object.entries(USAGE_COSTS).map(([member, name]) => [name, usage[member]]));
}

const isFilled = (value: unknown): value is Unchecked => isObject(value) && Object.keys(value).length > 0;

/** Without a prototype, so that any name is safe. */
function amounts(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, number>> | undefined {
  const result = Object.create(null) as Record<string, number>;
  for (const [name, value] of entries.slice(0, ITEM_LIMITS.usageTypes)) {
    if (typeof value === 'number' && value >= 0 && value <= MAX_COST) result[name] = value;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}
