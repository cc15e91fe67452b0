import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const STORED = 'sluice.reloaded';
/** A page that was loaded anew this long ago, and still lacks a part, would go round and round. */
const AGAIN_AFTER_MS = 60_000;

/**
 * A part of the page that is fetched when it is shown. One that is gone, as after an upgrade, comes with the page of the new release:
 * that is loaded in its place, once.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!(await isServed()) || !mayReload()) throw error;
      location.reload();
      // Nothing is shown until the new page is there.
      return new Promise<never>(() => undefined);
    }
  });

/** Whether the page itself could be loaded: if not, a reload would leave the user with nothing. */
async function isServed(): Promise<boolean> {
  try {
    return (await fetch(document.baseURI, { cache: 'no-cache' })).ok;
  } catch {
    return false;
  }
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORED) ?? 0);
    sessionStorage.setItem(STORED, String(Date.now()));
    return Date.now() - last > AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}
