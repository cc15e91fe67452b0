import { useSyncExternalStore } from 'react';
import { type Place, readPlace, writePlace } from './place';

const root = new URL(document.baseURI).pathname;
const listeners = new Set<() => void>();

let place = read();
addEventListener('popstate', () => {
  place = read();
  for (const listener of listeners) listener();
});

function read(): Place {
  return readPlace(location.pathname.slice(root.length), location.search);
}

/** The address of a place, for a link. */
export const hrefOf = (to: Place): string => root + writePlace(to);

/** Goes there. What a user would undo with Back is pushed; what only follows their typing or moving replaces. */
export function navigate(to: Place, how: 'push' | 'replace' = 'push'): void {
  place = to;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', hrefOf(to));
  for (const listener of listeners) listener();
}

export function usePlace(): Place {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
}
