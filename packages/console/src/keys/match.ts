/** What a key does, as the help shows it. */
export interface Key {
  /**
   * As `KeyboardEvent.key` has it: `j`, `Escape`, `[`; two with a space between are pressed one after the other: `g t`; with
   * Ctrl or Cmd: `Mod+k`.
   */
  readonly key: string;
  /** What it does, as a short sentence: `next trace`. */
  readonly help: string;
  readonly run: () => void;
}

/** Keys of one part of the page. */
export interface KeyGroup {
  /** As the help calls it: `Waterfall`. */
  readonly title: string;
  /** Of what lies around all pages: where a page has the same key, the page has it. */
  readonly isUnder?: boolean;
  readonly keys: readonly Key[];
}

/** What of a `KeyboardEvent` tells which key it was. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr, which some keyboards need for a sign such as `[`. */
  readonly isAltGraph: boolean;
}

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1_000;

/** What was pressed, as a `Key` names it; undefined for what is of the browser or the system. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }: Press): string | undefined {
  if (isAltGraph) return key;
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) return key;
  // Caps lock is no Shift.
  return shiftKey ? undefined : `Mod+${key.toLowerCase()}`;
}

/** Whether a key works where single keys are switched off, or go into a field. */
export const hasModifier = (name: string): boolean => name.startsWith('Mod+');

/**
 * Which key of which group a press means, after the one before.
 * @param at milliseconds, monotonic
 */
export function choose(
  groups: readonly KeyGroup[],
  name: string,
  at: number,
  before: { readonly name: string; readonly at: number } | undefined,
): Key | undefined {
  const isSecond = before !== undefined && at - before.at < SECOND_KEY_MS;
  return (isSecond ? find(groups, `${before.name} ${name}`) : undefined) ?? find(groups, name);
}

/** Of two groups with the same key the one that was shown last has it. */
function find(groups: readonly KeyGroup[], name: string): Key | undefined {
  for (const { keys } of groups.toReversed()) {
    const found = keys.find(({ key }) => key === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

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
