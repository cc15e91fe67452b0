import { useLayoutEffect, useSyncExternalStore } from 'react';
import { localSetting, useLocalSetting } from '../ui/local-setting';
import { type KeyGroup, choose, hasModifier, nameOf } from './match';

let groups: readonly KeyGroup[] = [];
let before: { readonly name: string; readonly at: number } | undefined;
const listeners = new Set<() => void>();

/** Binds keys while the component is mounted. Of two groups with the same key, the group that was mounted last has it. */
export function useKeys(group: KeyGroup): void {
  // A layout effect, because keys must work as soon as the page is painted.
  useLayoutEffect(() => {
    groups = group.isUnder === true ? [group, ...groups] : [...groups, group];
    tell();
    return () => {
      groups = groups.filter((each) => each !== group);
      tell();
    };
  }, [group]);
}

/** Returns all bound keys, for the help. */
export const useKeyGroups = (): readonly KeyGroup[] => useSyncExternalStore(subscribe, () => groups);

/** Setting that disables single keys, as WCAG 2.1.4 requires; keys with Ctrl or Cmd still work. */
const off = localSetting('keys-off', (stored) => stored === true);

export const useKeysOff = (): boolean => useLocalSetting(off);

/** Disables or enables single keys. */
export const switchKeys = off.set;

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Text typed while keys are held; undefined while they are not. */
let held: string | undefined;

/** Holds typed keys until `releaseKeys`, for a dialog that is still loading. */
export function holdKeys(): void {
  held = '';
}

/** @returns the text typed meanwhile */
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
  // Shift, which precedes a capital, is not the first key of two.
  if (event.key.length === 1 || chosen !== undefined)
    before = chosen === undefined ? { name, at: event.timeStamp } : undefined;
  if (chosen === undefined) return;
  event.preventDefault();
  chosen.run();
});

/** Returns whether a dialog or popover with keys of its own is open. */
const isElsewhere = (): boolean => document.querySelector('dialog[open], [popover]:popover-open') !== null;

const BUTTON_LIKE = 'a[href], button, summary, input';
const TEXT = 'select, textarea, input:not([type=checkbox], [type=radio], [type=button])';

/** Returns whether the focused element uses the key itself. */
function belongsTo(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(TEXT)) return true;
  return (name === 'Enter' || name === ' ') && target.matches(BUTTON_LIKE);
}
