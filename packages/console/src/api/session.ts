/**
 * Who asks: the value of the header `Authorization`, in memory and in this window's storage, so that a reload keeps it. Tabs
 * of the same browser get it from each other; it is in no cookie and no address.
 */
const KEY = 'sluice.authorization';

/** How long other tabs have for their answer, which takes a few milliseconds, before a new one asks its user. */
const TABS_ANSWER_MS = 150;

let current = stored();
let reason: string | undefined;
const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('sluice.session');

type Message =
  | { readonly ask: true }
  | { readonly signedIn: string }
  /** Of one that uses other credentials by now it is not. */
  | { readonly signedOut: string };

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('ask' in data) {
    if (current !== undefined) send({ signedIn: current });
  } else if ('signedOut' in data) {
    if (current === data.signedOut) set(undefined, 'You signed out in another tab.');
  } else if (current === undefined) set(data.signedIn);
};

/** What other tabs are signed in with is used here too. It waits for their answer, but not for long. */
export async function sessionOfOtherTabs(): Promise<void> {
  if (current !== undefined) return;
  send({ ask: true });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, TABS_ANSWER_MS);
    const forget = onSession(done);
    function done(): void {
      clearTimeout(timer);
      forget();
      resolve();
    }
  });
}

export const authorization = (): string | undefined => current;

/** Why nobody is signed in, where it was not always so. */
export const signedOutBecause = (): string | undefined => reason;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signIn(header: string): void {
  set(header);
  send({ signedIn: header });
}

/** In all tabs that use the same credentials. */
export function signOut(because?: string): void {
  const before = current;
  set(undefined, because);
  if (before !== undefined) send({ signedOut: before });
}

const CODE = '#code=';

/**
 * Signs in by the code of a link, once, before anything is shown; the code leaves the address and the history.
 */
export async function redeemCode(): Promise<void> {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(CODE)) return;
  history.replaceState(null, '', pathname + search);
  if (current !== undefined) return;
  const headers = { 'X-Sluice-Code': hash.slice(CODE.length) };
  const response = await fetch(new URL('sign-in', document.baseURI), { method: 'POST', headers }).catch(
    () => undefined,
  );
  if (response?.ok === true) signIn(((await response.json()) as { authorization: string }).authorization);
  else reason = 'This link was used, or has expired.';
}

/** A link with a code that is opened in a tab which is at the sign-in already changes but the end of the address. */
export const followCodes = (): void =>
  addEventListener('hashchange', () => {
    if (location.hash.startsWith(CODE)) location.reload();
  });

const send = (message: Message): void => tabs.postMessage(message);

function set(header: string | undefined, because?: string): void {
  current = header;
  reason = because;
  try {
    if (header === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, header);
  } catch {
    // Storage can be forbidden: then a reload asks again.
  }
  for (const listener of listeners) listener();
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
