import { useEffect, useSyncExternalStore } from 'react';

/** What a key does, as the help shows it. */
export interface Key {
  /** As `KeyboardEvent.key` has it: `j`, `Escape`, `[`; two with a space between are pressed one after the other: `g t`. */
  readonly key: string;
  /** What it does, as a short sentence: `next trace`. */
  readonly help: string;
  readonly run: () => void;
}

/** Keys of one part of the page. */
export interface KeyGroup {
  /** As the help calls it: `Waterfall`. */
  readonly title: string;
  readonly keys: readonly Key[];
}

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1_000;

let groups: readonly KeyGroup[] = [];
const listeners = new Set<() => void>();
let before: { readonly key: string; readonly at: number } | undefined;
let isOff = false;

/** Keys that work while the component is shown. Of two groups with the same key the one that was shown last has it. */
export function useKeys(group: KeyGroup): void {
  useEffect(() => {
    set([...groups, group]);
    return () => set(groups.filter((each) => each !== group));
  }, [group]);
}

/** All that work now, for the help. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useSyncExternalStore(subscribe, () => groups);
}

/** Switches single keys off, as WCAG 2.1.4 asks for; those with Ctrl or Cmd stay. */
export function switchKeys(off: boolean): void {
  isOff = off;
}

function set(to: readonly KeyGroup[]): void {
  groups = to;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener('keydown', (event) => {
  if (isOff || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
    return;
  const pair = before !== undefined && event.timeStamp - before.at < SECOND_KEY_MS ? `${before.key} ${event.key}` : '';
  const chosen = find(pair) ?? find(event.key);
  before = chosen === undefined ? { key: event.key, at: event.timeStamp } : undefined;
  if (chosen === undefined) return;
  event.preventDefault();
  chosen.run();
});

function find(key: string): Key | undefined {
  for (const { keys } of groups.toReversed()) {
    const found = keys.find((each) => each.key === key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether what is typed goes into a field, or a dialog that has keys of its own is open. */
function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)))
  );
}
