import { type RefObject, useEffect } from 'react';
import { useHistoryEntry } from '../url/navigate';

const STORED = 'sluice.scroll';
/** Most history entries whose scroll positions are stored. */
const MAX_ENTRIES = 200;
/** Milliseconds in which a page may reach its former height. */
const RESTORED_WITHIN_MS = 5_000;

/** Scroll positions in pixels, by the classes of the scrolled elements. */
type Scrolled = Readonly<Record<string, number>>;

/** Scroll positions by history entry, the entry stored last at the end. */
const kept = new Map<string, Scrolled>(stored());

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...kept].slice(-MAX_ENTRIES)));
  } catch {
    // Storage can be forbidden; a reload starts at the top then.
  }
});

function stored(): [string, Scrolled][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, Scrolled][];
  } catch {
    return [];
  }
}

/** Stores scroll positions by history entry, so that Back and a reload restore them. */
export function useKeptScroll(main: RefObject<HTMLElement | null>): void {
  const entry = useHistoryEntry();
  useEffect(() => {
    const { current } = main;
    if (current === null) return;
    const stop = restore(current, kept.get(entry) ?? {});
    const keep = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.className === '') return;
      const before = kept.get(entry);
      kept.delete(entry);
      kept.set(entry, { ...before, [target.className]: target.scrollTop });
    };
    // Scroll events do not bubble.
    current.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => {
      stop();
      current.removeEventListener('scroll', keep, { capture: true });
    };
  }, [entry, main]);
}

/** Scrolls each element as soon as it is high enough, unless the user acts first. Returns a function that stops it. */
function restore(main: HTMLElement, wanted: Scrolled): () => void {
  const left = new Map(Object.entries(wanted).filter(([, top]) => top > 0));
  const tries = new MutationObserver(attempt);
  const timer = setTimeout(stop, RESTORED_WITHIN_MS);
  function attempt(): void {
    for (const [name, top] of left) {
      const [element] = main.getElementsByClassName(name);
      if (element === undefined || element.scrollHeight - element.clientHeight < top) continue;
      element.scrollTop = top;
      left.delete(name);
    }
    if (left.size === 0) stop();
  }
  function stop(): void {
    tries.disconnect();
    clearTimeout(timer);
    for (const input of ['wheel', 'keydown', 'pointerdown']) removeEventListener(input, stop);
  }
  for (const input of ['wheel', 'keydown', 'pointerdown']) addEventListener(input, stop, { passive: true });
  tries.observe(main, { childList: true, subtree: true });
  attempt();
  return stop;
}
