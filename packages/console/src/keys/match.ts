/** Key and its action, as the help shows them. */
export interface Key {
  /** Name as in `KeyboardEvent.key`: `j`, `Escape`, `[`; two keys in sequence with a space: `g t`; with Ctrl or Cmd: `Mod+k`. */
  readonly key: string;
  /** Action as a short phrase: `next trace`. */
  readonly help: string;
  readonly run: () => void;
}

/** Keys of one part of the page. */
export interface KeyGroup {
  /** Title in the help: `Waterfall`. */
  readonly title: string;
  /** Whether the group belongs to all pages; a key of a page overrides it. */
  readonly isUnder?: boolean;
  readonly keys: readonly Key[];
}

/** Fields of a `KeyboardEvent` that identify a key. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr, which some keyboards need for a character such as `[`. */
  readonly isAltGraph: boolean;
}

/** Most milliseconds between two keys of a sequence. */
const SECOND_KEY_MS = 1_000;

/** Returns the name of a pressed key, as in `Key`; undefined for keys of the browser or the system. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }: Press): string | undefined {
  if (isAltGraph) return key;
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) return key;
  // Caps lock is not Shift.
  return shiftKey ? undefined : `Mod+${key.toLowerCase()}`;
}

/** Returns whether a key works while single keys are disabled, and in a text field. */
export const hasModifier = (name: string): boolean => name.startsWith('Mod+');

/** Finds the key for a press, which may complete a sequence. @param at milliseconds, monotonic */
export function choose(
  groups: readonly KeyGroup[],
  name: string,
  at: number,
  before: { readonly name: string; readonly at: number } | undefined,
): Key | undefined {
  const isSecond = before !== undefined && at - before.at < SECOND_KEY_MS;
  return (isSecond ? find(groups, `${before.name} ${name}`) : undefined) ?? find(groups, name);
}

/** Finds a key; the group that was mounted last overrides the others. */
function find(groups: readonly KeyGroup[], name: string): Key | undefined {
  for (const { keys } of groups.toReversed()) {
    const found = keys.find(({ key }) => key === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
