import { useSyncExternalStore } from 'react';
import styles from './announcements.module.css';

/** Long enough to be read, also aloud. */
const SHOWN_MS = 4_000;

let shown = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says in a line at the foot of the page, and to screen readers, what has happened: `Copied the link`. */
export function announce(text: string): void {
  set(text);
  clearTimeout(timer);
  timer = setTimeout(() => set(''), SHOWN_MS);
}

function set(text: string): void {
  shown = text;
  for (const listener of listeners) listener();
}

/** Where announcements appear; the shell has one. */
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
