import type { KeyGroup } from './match';

/** What keys do that are the same. */
interface Action {
  /** Each does it. */
  readonly keys: readonly string[];
  readonly help: string;
  readonly run: () => void;
}

/** Groups as the help and the palette list them: those of a title as one, keys that do the same as one, without those that others have taken. */
export function listed(
  groups: readonly KeyGroup[],
): readonly { readonly title: string; readonly actions: readonly Action[] }[] {
  const taken = new Set<string>();
  const byTitle = new Map<string, Map<string, Action>>();
  for (const { title, keys } of groups.toReversed()) {
    const actions = byTitle.get(title) ?? new Map<string, Action>();
    byTitle.set(title, actions);
    for (const { key, help, run } of keys) {
      if (taken.has(key)) continue;
      taken.add(key);
      const same = actions.get(help);
      actions.set(help, { help, run, keys: [...(same?.keys ?? []), key] });
    }
  }
  return [...byTitle]
    .filter(([, actions]) => actions.size > 0)
    .map(([title, actions]) => ({ title, actions: [...actions.values()] }));
}
