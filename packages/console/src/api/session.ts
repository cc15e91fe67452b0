/**
 * Who asks: the value of the header `Authorization`, in memory and in this window's storage, so that a reload keeps it. Tabs
 * of the same window get it from each other; it is in no cookie and no address.
 */
const KEY = 'sluice.authorization';

let current = stored();
let reason: string | undefined;
const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('sluice.session');

type Message = { readonly ask: true } | { readonly authorization: string | null };

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('ask' in data) {
    if (current !== undefined) tabs.postMessage({ authorization: current } satisfies Message);
  } else if (data.authorization === null) set(undefined, 'Signed out in another tab.');
  else if (current === undefined) set(data.authorization);
};
if (current === undefined) tabs.postMessage({ ask: true } satisfies Message);

export const authorization = (): string | undefined => current;

/** Why nobody is signed in, where it was not always so. */
export const signedOutBecause = (): string | undefined => reason;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signIn(header: string): void {
  set(header);
  tabs.postMessage({ authorization: header } satisfies Message);
}

/** In all tabs. */
export function signOut(because?: string): void {
  set(undefined, because);
  tabs.postMessage({ authorization: null } satisfies Message);
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
  else reason = 'This link was used before, or is older than five minutes.';
}

export const bearer = (token: string): string => `Bearer ${token}`;

export function basic(publicKey: string, secretKey: string): string {
  const bytes = new TextEncoder().encode(`${publicKey}:${secretKey}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

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
