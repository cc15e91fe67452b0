import { useSyncExternalStore } from 'react';
import styles from './announcements.module.css';

/** Milliseconds that an announcement is shown: long enough to be read, also by a screen reader. */
const SHOWN_MS = 4_000;

let shown = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Announces an event in a line at the foot of the page and to screen readers: `Copied the link`. */
export function announce(text: string): void {
  set(text);
  clearTimeout(timer);
  timer = setTimeout(() => set(''), SHOWN_MS);
}

function set(text: string): void {
  shown = text;
  for (const listener of listeners) listener();
}

/** Live region of announcements; the shell has exactly one. */
export function Announcements() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className={styles.place} role="status" data-empty={text === ''}>
      {text}
    </div>
  );
}
