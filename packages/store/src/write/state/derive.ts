import type { PriceTable } from '@sluice/pricing';
import {
  type TokenCounts,
  type Micros,
  type Observation,
  type Usage,
  isUnknownUsageType,
  sideOfUsageType,
} from '@sluice/record';
import { UNNAMED_MEMBERS } from '../../observation-index-format';
import { type Picodollars, picodollars } from './money';
import { plus } from './exact-integer';

/** Values computed from an observation's effective fields; never stored as if they had been sent. */
export interface Derived {
  readonly start: Micros;
  /** End, otherwise the start; never before the start. */
  readonly end: Micros;
  /** Undefined: no token count is known. */
  readonly tokens: Tokens | undefined;
  readonly cost: Cost | undefined;
  /** Its metadata has members that are indexed. */
  readonly hasNamedMembers: boolean;
}

/** Inclusive token counts (contract: Usage and cost). */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

export interface Cost {
  readonly input: Picodollars | undefined;
  readonly output: Picodollars | undefined;
  /** Undefined if tokens of a known model have no price. */
  readonly total: Picodollars | undefined;
  /** `sent`, or the version of the price table and the model name that it matched: `Price.source`, `Unpriced.source`. */
  readonly source: string;
}

/** Applies the defaults and computes tokens and cost. @param createdAt receipt time of the observation's first record */
export function derive(fields: Observation, createdAt: Micros, prices: PriceTable): Derived {
  const start = fields.startTime ?? createdAt;
  const { usage } = fields;
  const buckets = usage && bucketsOf(usage);
  return {
    start,
    end: Math.max(fields.endTime ?? start, start),
    tokens: buckets && tokensOf(buckets, usage.total),
    cost: sentCost(fields) ?? computedCost(fields, buckets, start, prices),
    hasNamedMembers: hasNamedMembers(fields.metadata),
  };
}

const UNNAMED: ReadonlySet<string> = new Set(UNNAMED_MEMBERS);

function hasNamedMembers(metadata: Observation['metadata']): boolean {
  for (const name of metadata?.keys() ?? []) if (!UNNAMED.has(name)) return true;
  return false;
}

/**
 * Derives the values of an observation that is stored with a cost: it is priced again only if a field that its price depends on has
 * changed, so a newer price table never changes a stored cost.
 */
export function deriveAgain(
  before: { readonly fields: Observation; readonly createdAt: Micros; readonly cost: Cost | undefined },
  after: { readonly fields: Observation; readonly createdAt: Micros },
  prices: PriceTable,
): Derived {
  const derived = derive(after.fields, after.createdAt, prices);
  return pricedBy(before) === pricedBy(after) ? { ...derived, cost: before.cost } : derived;
}

function pricedBy({ fields, createdAt }: { readonly fields: Observation; readonly createdAt: Micros }): string {
  const { model, responseModel, provider, usage, costDetails, type } = fields;
  const tokens = usage && [bucketsOf(usage), usage.total];
  return JSON.stringify([
    model,
    responseModel,
    provider,
    tokens,
    costDetails,
    mayCount(fields),
    type,
    fields.startTime ?? createdAt,
  ]);
}

/** Returns all token counts of a usage without its total. */
function bucketsOf(usage: Usage): TokenCounts {
  return { ...usage.input, ...usage.output, ...usage.other };
}

/** Sums token counts; undefined if only counts that belong to no sum are known. */
function tokensOf(buckets: TokenCounts, total: Usage['total']): Tokens | undefined {
  const sums = { input: 0, output: 0, other: 0 };
  let isKnown = total !== undefined;
  for (const name of Object.keys(buckets)) {
    if (isUnknownUsageType(name)) continue;
    isKnown = true;
    sums[sideOfUsageType(name)] += buckets[name] ?? 0;
  }
  if (!isKnown) return undefined;
  const { input, output, other } = sums;
  const sum = input + output + other;
  return { input, output, total: typeof total === 'number' ? total : Math.max(sum, sentTotal(total) ?? 0) };
}

/** Returns the total as sent, even if the sum of the counts replaces it. */
function sentTotal(total: Usage['total']): number | undefined {
  return (typeof total === 'object' ? total?.atLeast : total) ?? undefined;
}

function sentCost(fields: Observation): Cost | undefined {
  if (fields.costDetails === undefined) return undefined;
  const details = Object.entries(fields.costDetails);
  if (details.length === 0) return undefined;
  const sum = (part: string) => {
    const named = details.filter(([name]) => name !== 'total' && name.includes(part));
    return named.length === 0 ? undefined : named.reduce<Picodollars>((all, [, usd]) => plus(all, picodollars(usd)), 0);
  };
  const total = fields.costDetails['total'];
  return {
    input: sum('input'),
    output: sum('output'),
    total: total === undefined ? (sum('') ?? 0) : picodollars(total),
    source: 'sent',
  };
}

/** Returns whether the observation counts, or may count by decision of others in its trace: then it has a scope. */
const mayCount = ({ counted, scope }: Observation): boolean => counted || scope !== undefined;

/**
 * Computes the cost from prices. Only what may count is priced, because a wrapper's cost would repeat that of its children. The total of an
 * embedding without other counts is its input.
 */
function computedCost(
  fields: Observation,
  buckets: TokenCounts | undefined,
  at: Micros,
  prices: PriceTable,
): Cost | undefined {
  const model = fields.responseModel ?? fields.model;
  if (model === undefined || buckets === undefined || !mayCount(fields)) return undefined;
  const requestModel = fields.model === model ? undefined : fields.model;
  const total = sentTotal(fields.usage?.total);
  const isTotalAlone =
    fields.type === 'EMBEDDING' && total !== undefined && Object.keys(buckets).every(isUnknownUsageType);
  const priced = isTotalAlone ? { buckets: { ...buckets, input: total } } : { buckets, total };
  const price = prices.price({ model, requestModel, provider: fields.provider, at, ...priced });
  if (price === undefined) return undefined;
  if (price.total === undefined) return { input: undefined, output: undefined, total: undefined, source: price.source };
  return {
    input: picodollars(price.input),
    output: picodollars(price.output),
    total: picodollars(price.total),
    source: price.source,
  };
}
