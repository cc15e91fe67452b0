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
