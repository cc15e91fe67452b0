import { type SignIn, united, without } from './sign-ins';

/**
 * Sign-ins that a tab sends its requests by. The projects that a browser is signed in to are the same in all of its tabs, which get them from each other; the
 * one that is shown is of the tab. Both are in memory and in the tab's storage, so that a reload keeps them; they are in no cookie.
 */
export interface Session {
  readonly signIns: readonly SignIn[];
  /** The one whose project is shown. */
  readonly active: SignIn | undefined;
  /** The project of an address that was opened while this browser is not signed in to it. */
  readonly wanted?: string | undefined;
  /** Why nothing is shown, where it was not always so. */
  readonly reason?: string | undefined;
}

const KEY = 'sluice.session';

/** How long other tabs have for their answer, which takes a few milliseconds, before a new one asks its user. */
const TABS_ANSWER_MS = 150;

type Message =
  | { readonly ask: true }
  | { readonly signIns: readonly SignIn[]; readonly active: string | undefined }
  /** Headers that are not used any more. */
  | { readonly signedOut: readonly string[] };

type Listener = (isOther: boolean) => void;

let current = stored();
const listeners = new Set<Listener>();
const tabs = new BroadcastChannel('sluice.session');

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  const { signIns, active } = current;
  if ('ask' in data) {
    if (signIns.length > 0) send({ signIns, active: active?.project });
  } else if ('signedOut' in data) {
    const isGone = active !== undefined && data.signedOut.includes(active.authorization);
    const left = without(signIns, data.signedOut);
    set(
      isGone
        ? { signIns: left, active: undefined, reason: 'You signed out in another tab.' }
        : { ...current, signIns: left },
    );
  } else {
    // A sign-in of this tab stays: another credential of a project that is shown would end what is being read.
    const all = united(data.signIns, signIns);
    const isFirst = signIns.length === 0;
    set({ ...current, signIns: all, active: isFirst ? all.find(({ project }) => project === data.active) : active });
  }
};

/** What other tabs are signed in with is used here too. It waits for their answer, but not for long. */
export async function sessionOfOtherTabs(): Promise<void> {
  if (current.active !== undefined) return;
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

export const session = (): Session => current;

/** The header of requests. */
export const authorization = (): string | undefined => current.active?.authorization;

/** The project that addresses name: none while there is one only. */
export const namedProject = (): string | undefined =>
  current.signIns.length > 1 ? current.active?.project : undefined;

/** @param listener is called with whether requests have another header from now on */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs in, and shows the project; there has to be room for it. */
export function signIn(added: SignIn): void {
  set({ signIns: united(current.signIns, [added]), active: added });
  send({ signIns: current.signIns, active: added.project });
}

/** Shows another project in this tab; one that the browser is not signed in to has to be signed in first. */
export function showProject(project: string | undefined): void {
  const { signIns, active } = current;
  if (project === undefined || project === active?.project) return;
  const next = signIns.find((each) => each.project === project);
  set({ signIns, active: next, ...(next === undefined && { wanted: project }) });
}

/** Signs out in all tabs. @param headers of those that end; without it all */
export function signOut(headers = current.signIns.map(({ authorization: header }) => header), because?: string): void {
  const { signIns, active } = current;
  const isGone = active === undefined || headers.includes(active.authorization);
  set({ signIns: without(signIns, headers), active: isGone ? undefined : active, reason: because });
  send({ signedOut: headers });
}

/** Why a link does not sign in. */
export const refuse = (reason: string): void => set({ ...current, reason });

const send = (message: Message): void => tabs.postMessage(message);

function set(next: Session): void {
  const isOther = next.active?.authorization !== current.active?.authorization;
  current = next;
  try {
    if (next.signIns.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([next.active?.project, next.signIns]));
  } catch {
    // Storage can be forbidden: then a reload asks again.
  }
  for (const listener of listeners) listener(isOther);
}

function stored(): Session {
  try {
    const [shown, signIns] = JSON.parse(sessionStorage.getItem(KEY) ?? '[null,[]]') as [string | null, SignIn[]];
    return { signIns, active: signIns.find(({ project }) => project === shown) };
  } catch {
    return { signIns: [], active: undefined };
  }
}
