import { useSyncExternalStore } from 'react';
import { age, fullTime } from '../format/times';
import { useZone } from '../format/zone';

const TICK_MS = 5_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Age of a time, updated while it is shown; the tooltip has the time. */
export function Age({ time }: { readonly time: string }) {
  useZone();
  const text = useSyncExternalStore(subscribe, () => age(time, now));
  return (
    <time dateTime={time} title={fullTime(time)}>
      {text}
    </time>
  );
}
