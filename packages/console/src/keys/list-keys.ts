import type { KeyGroup } from './match';

/** Keys with the same action. */
interface Action {
  /** Keys, each of which runs the action. */
  readonly keys: readonly string[];
  readonly help: string;
  readonly run: () => void;
}

/**
 * Lists groups for the help and the palette: groups of one title are merged, keys of one action are merged, and keys that other groups
 * override are omitted.
 */
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
