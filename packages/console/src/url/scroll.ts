import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useHistoryEntry } from './navigate';

const STORED = 'sluice.scroll';
/** Entries of the history whose places are kept: more Backs than anybody counts. */
const MOST_KEPT = 200;

const kept = new Map<string, number>(stored());

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...kept].slice(-MOST_KEPT)));
  } catch {
    // Storage can be forbidden: then a reload begins at the top.
  }
});

/** By entry of the history, in pixels; what was kept last comes last. */
function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/**
 * Keeps how far an element is scrolled with the entry of the history, so that Back, and a reload, find it there.
 * @param isReady whether what is scrolled is there at its height
 * @returns the ref of the element
 */
export function useKeptScroll<Scrolled extends HTMLElement>(isReady: boolean): RefObject<Scrolled | null> {
  const ref = useRef<Scrolled>(null);
  const entry = useHistoryEntry();
  useLayoutEffect(() => {
    const { current } = ref;
    if (!isReady || current === null) return;
    current.scrollTop = kept.get(entry) ?? 0;
    const keep = (): void => {
      kept.delete(entry);
      kept.set(entry, current.scrollTop);
    };
    current.addEventListener('scroll', keep, { passive: true });
    return () => current.removeEventListener('scroll', keep);
  }, [isReady, entry]);
  return ref;
}
