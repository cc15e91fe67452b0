import type { Micros } from '@sluice/record';

/** Entry for a model, or for all models whose names match, from a time on. */
export interface DatedEntry {
  /** Pattern in any case; `*` matches any number of characters, including none. */
  readonly modelName: string;
  /** Undefined: without a start. */
  readonly startDate: Micros | undefined;
}

/** Finds the entry that is valid for a model at a time. */
export type FindEntry<E> = (model: string, at: Micros) => E | undefined;

/** Limit of the names that are cached with their entries: matching compares every pattern. */
const REMEMBERED = 4096;

/**
 * Creates a finder with this order of precedence: the exact name, then patterns with `*` in the order of the entries. Entries of one name
 * share one position in that order, and the latest that has begun is valid; if none has begun, the next matching name is used.
 */
export function entryFinder<E extends DatedEntry>(entries: readonly E[]): FindEntry<E> {
  const byName = new Map<string, E[]>();
  for (const entry of entries) {
    const name = entry.modelName.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  for (const dated of byName.values()) dated.sort((a, b) => (b.startDate ?? -Infinity) - (a.startDate ?? -Infinity));
  const patterns = [...byName]
    .filter(([name]) => name.includes('*'))
    .map(([name, dated]) => ({ literals: name.split('*'), dated }));
  const remembered = new Map<string, readonly (readonly E[])[]>();

  function candidates(model: string): readonly (readonly E[])[] {
    const known = remembered.get(model);
    if (known !== undefined) return known;
    const name = model.toLowerCase();
    const exact = byName.get(name);
    const found = patterns.filter(({ literals }) => matches(literals, name)).map(({ dated }) => dated);
    // A model whose own name contains `*` is found as that pattern.
    const all = exact === undefined || name.includes('*') ? found : [exact, ...found];
    if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(model, all);
    return all;
  }

  return (model, at) => {
    for (const dated of candidates(model)) {
      const entry = dated.find(({ startDate }) => startDate === undefined || startDate <= at);
      if (entry !== undefined) return entry;
    }
    return undefined;
  };
}

/** Returns whether the literals between the `*` occur in the name one after the other, the first and the last at its ends. */
function matches(literals: readonly string[], name: string): boolean {
  const [first = '', ...others] = literals;
  const last = others.pop() ?? '';
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const literal of others) {
    const at = name.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
