import { useLayoutEffect, useSyncExternalStore } from 'react';
import { localSetting, useLocalSetting } from '../ui/local-setting';
import { type KeyGroup, choose, hasModifier, nameOf } from './match';

let groups: readonly KeyGroup[] = [];
let before: { readonly name: string; readonly at: number } | undefined;
const listeners = new Set<() => void>();

/** Keys that work while the component is shown. Of two groups with the same key the one that was shown last has it. */
export function useKeys(group: KeyGroup): void {
  // Not after the next paint, as other effects: who sees the page may use its keys.
  useLayoutEffect(() => {
    groups = group.isUnder === true ? [group, ...groups] : [...groups, group];
    tell();
    return () => {
      groups = groups.filter((each) => each !== group);
      tell();
    };
  }, [group]);
}

/** All that work now, for the help. */
export const useKeyGroups = (): readonly KeyGroup[] => useSyncExternalStore(subscribe, () => groups);

/** Whether single keys do nothing, as WCAG 2.1.4 asks for; those with Ctrl or Cmd do. This browser keeps it. */
const off = localSetting('keys-off', (stored) => stored === true);

export const useKeysOff = (): boolean => useLocalSetting(off);

/** Switches single keys off or on. */
export const switchKeys = off.set;

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was typed while keys are held; undefined: they are not. */
let held: string | undefined;

/** Has keys do nothing until something is there that is to have them, and calls `releaseKeys`. */
export function holdKeys(): void {
  held = '';
}

/** @returns what was typed meanwhile */
export function releaseKeys(): string {
  const text = held ?? '';
  held = undefined;
  return text;
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const name = nameOf({
    key: event.key,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    isAltGraph: event.getModifierState('AltGraph'),
  });
  if (held !== undefined && name !== undefined && !hasModifier(name) && !isElsewhere()) {
    if (name.length === 1) held += name;
    event.preventDefault();
    return;
  }
  if (name === undefined || isElsewhere() || (!hasModifier(name) && (off.get() || belongsTo(event.target, name))))
    return;
  const chosen = choose(groups, name, event.timeStamp, before);
  // Shift, which comes before a capital, is none of two keys.
  if (event.key.length === 1 || chosen !== undefined)
    before = chosen === undefined ? { name, at: event.timeStamp } : undefined;
  if (chosen === undefined) return;
  event.preventDefault();
  chosen.run();
});

/** Whether something that has keys of its own lies above the page. */
const isElsewhere = (): boolean => document.querySelector('dialog[open], [popover]:popover-open') !== null;

const BUTTON_LIKE = 'a[href], button, summary, input';
const TEXT = 'select, textarea, input:not([type=checkbox], [type=radio], [type=button])';

/** Whether the element that has the focus does something of its own with a key. */
function belongsTo(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(TEXT)) return true;
  return (name === 'Enter' || name === ' ') && target.matches(BUTTON_LIKE);
}
