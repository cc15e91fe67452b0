import { type SignIn, united, without } from './sign-ins';

/**
 * Sign-ins of a tab. All tabs of a browser share the projects, which they exchange by messages; the shown project is the tab's own. Both
 * are in memory and in the tab's storage, which survives a reload, and not in a cookie.
 */
export interface Session {
  readonly signIns: readonly SignIn[];
  /** Sign-in of the shown project. */
  readonly active: SignIn | undefined;
  /** Project of an opened address to which this browser is not signed in. */
  readonly wanted?: string | undefined;
  /** Reason why the user was signed out. */
  readonly reason?: string | undefined;
}

const KEY = 'sluice.session';

/** Milliseconds to wait for other tabs, which answer within a few, before a new tab shows the sign-in. */
const TABS_ANSWER_MS = 150;

type Message =
  | { readonly ask: true }
  | { readonly signIns: readonly SignIn[]; readonly active: string | undefined }
  /** Headers that are no longer valid. */
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
    // The tab's own sign-in stays: other credentials for the shown project would abort its requests.
    const all = united(data.signIns, signIns);
    const isFirst = signIns.length === 0;
    set({ ...current, signIns: all, active: isFirst ? all.find(({ project }) => project === data.active) : active });
  }
};

/** Adopts the sign-ins of other tabs; waits at most TABS_ANSWER_MS for them. */
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

/** Returns the header of requests. */
export const authorization = (): string | undefined => current.active?.authorization;

/** Returns the project to name in addresses; undefined with a single project. */
export const namedProject = (): string | undefined =>
  current.signIns.length > 1 ? current.active?.project : undefined;

/** @param listener receives whether requests use another header from now on */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs in and shows the project. The caller has checked that there is room for it. */
export function signIn(added: SignIn): void {
  set({ signIns: united(current.signIns, [added]), active: added });
  send({ signIns: current.signIns, active: added.project });
}

/** Shows another project in this tab; if the browser is not signed in to it, the sign-in is shown first. */
export function showProject(project: string | undefined): void {
  const { signIns, active } = current;
  if (project === undefined || project === active?.project) return;
  const next = signIns.find((each) => each.project === project);
  set({ signIns, active: next, ...(next === undefined && { wanted: project }) });
}

/** Signs out in all tabs. @param headers of the sign-ins to end; all by default */
export function signOut(headers = current.signIns.map(({ authorization: header }) => header), because?: string): void {
  const { signIns, active } = current;
  const isGone = active === undefined || headers.includes(active.authorization);
  set({ signIns: without(signIns, headers), active: isGone ? undefined : active, reason: because });
  send({ signedOut: headers });
}

/** Sets the reason why a link does not sign in. */
export const refuse = (reason: string): void => set({ ...current, reason });

const send = (message: Message): void => tabs.postMessage(message);

function set(next: Session): void {
  const isOther = next.active?.authorization !== current.active?.authorization;
  current = next;
  try {
    if (next.signIns.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([next.active?.project, next.signIns]));
  } catch {
    // Storage can be forbidden; a reload requires a new sign-in then.
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
