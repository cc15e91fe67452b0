import { useSyncExternalStore } from 'react';

/** Setting in the browser's local storage, shared by all tabs. It contains no secrets and no data of traces. */
export interface LocalSetting<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * @param name of the key in the storage
 * @param read converts the stored value, which may be anything; undefined if nothing is stored
 */
export function localSetting<Value>(name: string, read: (stored: unknown) => Value): LocalSetting<Value> {
  const key = `sluice.${name}`;
  const listeners = new Set<() => void>();
  let value = read(load(key));
  let isMissed = false;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const follow = (event: StorageEvent): void => {
    if (event.key !== key) return;
    value = read(load(key));
    tell();
  };
  return {
    get: () => value,
    set: (to) => {
      value = to;
      try {
        localStorage.setItem(key, JSON.stringify(to));
      } catch {
        // Storage can be forbidden or full; the value then holds for this page only.
      }
      tell();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        addEventListener('storage', follow);
        // Without listeners, changes by other tabs were missed.
        if (isMissed && isStored(key)) value = read(load(key));
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener('storage', follow);
        isMissed = true;
      };
    },
  };
}

export const useLocalSetting = <Value>(kept: LocalSetting<Value>): Value =>
  useSyncExternalStore(kept.subscribe, kept.get);

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}
