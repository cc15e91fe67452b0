import { type ComponentType, type FunctionComponent, createElement, useEffect, useState } from 'react';

const STORED = 'sluice.reloaded';
/** Least milliseconds between two reloads for a missing chunk, because the new page may lack it too, and the interval of polls. */
const AGAIN_AFTER_MS = 60_000;
const LOOK_MS = 3_000;

interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the code before the part is shown. */
  readonly fetch: () => void;
}

/**
 * Component whose code is loaded when it is shown. A missing chunk, for example after an upgrade, reloads the page of the new release,
 * once. The component is shown in the frame after its code is loaded; React's `lazy` shows a suspended component 300 ms later at the
 * earliest.
 * @param Meanwhile shown until then; nothing by default
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
        // The next attempt may succeed.
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
    // Thrown for the boundary around the page.
    if ('error' in state) throw state.error;
    const Shown = loaded ?? Meanwhile;
    return Shown === undefined ? null : createElement(Shown, props);
  };
  return Object.assign(Part, { fetch: ahead });
}

const NOT_YET = {};

/** Error of a part whose code could not be loaded. */
export class MissingPart extends Error {
  override readonly message = 'A part could not be loaded. It reloads when the server answers.';
}

/** A style sheet that failed once is not requested again, and the component would be shown without it. */
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

/** Reloads the page when the server answers, at most once in AGAIN_AFTER_MS. @returns a function that ends the wait */
export function reloadWhenServed(): () => void {
  const timer = setInterval(() => {
    void isServed().then((yes) => yes && mayReload() && location.reload());
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Returns a promise that never resolves, so that nothing is shown until the new page is. */
function reload(): Promise<never> {
  location.reload();
  return new Promise<never>(() => undefined);
}

/** Returns whether the server can serve the page: otherwise a reload would leave the user without any page. */
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
