import { usdOf } from '../parsers';
import { attribute } from '../span-view';
import type { SpanView } from '../span-view';
import { memberAt, objectAttribute } from './readers';

/** Reader of an amount in USD in a span. */
type Amount = (view: SpanView) => number | undefined;

/** Sources of each figure of a cost; the first with an amount wins. The total contains the other two. */
interface CostSources {
  readonly input?: readonly Amount[];
  readonly output?: readonly Amount[];
  readonly total?: readonly Amount[];
}

/** Reads the sent figures of a cost in USD; undefined if none was sent. */
export function costs(sources: CostSources): (view: SpanView) => Readonly<Record<string, number>> | undefined {
  const figures = Object.entries(sources) as readonly (readonly [string, readonly Amount[]])[];
  return (view) => {
    let sent: Record<string, number> | undefined;
    for (const [figure, amounts] of figures) {
      const usd = firstOf(amounts, view);
      if (usd !== undefined) (sent ??= {})[figure] = usd;
    }
    return sent;
  };
}

/** Reads an amount from an attribute and removes it from metadata. A zero that means an unknown cost is not an amount. */
export function usd(key: string): Amount {
  return (view) => {
    const amount = usdOf(attribute(view, key), view, key);
    if (amount === undefined || (amount === 0 && writesZeroForUnknown(view))) return undefined;
    view.usedKeys.add(key);
    return amount;
  };
}

/** OpenLIT computes costs from a price list of its own, and writes 0 for a model that the list lacks (openlit 1.45). */
const ZERO_IS_UNKNOWN = ['openlit', 'openlit.otel.tracing'];

function writesZeroForUnknown({ scope }: SpanView): boolean {
  return ZERO_IS_UNKNOWN.includes(scope.name);
}

/** Reads an amount inside an attribute that is an object. The object stays in metadata, because it has other members too. */
export function usdIn(key: string, ...path: readonly string[]): Amount {
  return (view) => usdOf(memberAt(objectAttribute(view, key), path), view, key);
}

/** Adds up the attributes that are amounts. They stay in metadata: only their sum becomes a figure. */
export function sumOfUsd(keys: readonly string[]): Amount {
  return (view) => {
    const amounts = keys.map((key) => usdOf(attribute(view, key), view, key)).filter((amount) => amount !== undefined);
    return amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount);
  };
}

function firstOf(amounts: readonly Amount[], view: SpanView): number | undefined {
  for (const amount of amounts) {
    const found = amount(view);
    if (found !== undefined) return found;
  }
  return undefined;
}
