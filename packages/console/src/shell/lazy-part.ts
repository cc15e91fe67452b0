import { type ComponentType, type FunctionComponent, createElement, useEffect, useState } from 'react';

const STORED = 'sluice.reloaded';
/** A page that was loaded anew this long ago, and still lacks a part, would go round and round. */
const AGAIN_AFTER_MS = 60_000;
const LOOK_MS = 3_000;

interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Fetches it before it is shown, if it is not there yet. */
  readonly fetch: () => void;
}

/**
 * A part of the page that is fetched when it is shown. One that is gone, as after an upgrade, comes with the page of the new release:
 * that is loaded in its place, once.
 *
 * It is there with the next frame after it has come. `lazy` of React is not: what has suspended is shown 300 ms later at the earliest.
 * @param Meanwhile is shown until then; nothing without it
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;
  const start = (): Promise<unknown> => {
    loading ??= fetchPart(load).then(
      (part) => (loaded = part),
      (error: unknown) => {
        // Who comes here again may be luckier.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const ahead = (): void => void start().catch(() => undefined);
  const Part: FunctionComponent<Props> = (props) => {
    const [state, setState] = useState<{ readonly error?: unknown }>(() => {
      ahead();
      return NOT_YET;
    });
    const isThere = loaded !== undefined;
    useEffect(() => {
      if (isThere) return undefined;
      let isGone = false;
      const tell = (now: typeof state): void => {
        if (!isGone) setState(now);
      };
      start().then(
        () => tell({}),
        (error: unknown) => tell({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [isThere]);
    // For the boundary around the page.
    if ('error' in state) throw state.error;
    const Shown = loaded ?? Meanwhile;
    return Shown === undefined ? null : createElement(Shown, props);
  };
  return Object.assign(Part, { fetch: ahead });
}

const NOT_YET = {};

/** A part of a page could not be fetched. */
export class MissingPart extends Error {
  override readonly message = 'A part could not be loaded. The page is loaded again when the server answers.';
}

/** A style sheet that could not be loaded once is not asked for again: what it belongs to would come without it. */
let hasFailed = false;

async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (hasFailed && (await isServed())) return reload();
  try {
    return await load();
  } catch (error) {
    hasFailed = true;
    if (!(await isServed()) || !mayReload()) throw new MissingPart(undefined, { cause: error });
    return reload();
  }
}

/** Loads the page again when the server answers, at most once in AGAIN_AFTER_MS. @returns what ends the waiting */
export function reloadWhenServed(): () => void {
  const timer = setInterval(() => {
    void isServed().then((yes) => yes && mayReload() && location.reload());
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Nothing more is shown until the new page is there. */
function reload(): Promise<never> {
  location.reload();
  return new Promise<never>(() => undefined);
}

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
    if (Date.now() - last <= AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(STORED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
