import { useSyncExternalStore } from 'react';
import { namedProject, session, showProject } from '../api/session';
import { type Address, readAddress, writeAddress } from './address';
import { PROJECT } from './query';
import { throttle } from './throttle';

/** Browsers refuse more than some hundred changes of the address in half a minute: a key that is held makes thirty a second. */
const LEAST_BETWEEN_MS = 320;

const root = new URL(document.baseURI).pathname;
const listeners = new Set<() => void>();

let address = read();
/** Query of the address that the place was read of; empty once the console has written another one. */
let search = location.search;
let entry = presentEntry();
const writing = throttle(() => history.replaceState(state(), '', hrefOf(address)), LEAST_BETWEEN_MS);
addEventListener('popstate', () => {
  // It was of the entry that was left.
  writing.drop();
  address = read();
  search = location.search;
  entry = presentEntry();
  followProject();
  tell();
});

addEventListener('pagehide', writing.flush);

function read(): Address {
  return readAddress(location.pathname.slice(root.length), location.search);
}

/** The address of a place, for a link; with its project where there are several. */
export function hrefOf(to: Address): string {
  const path = root + writeAddress(to);
  const project = namedProject();
  if (project === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${PROJECT}=${encodeURIComponent(project)}`;
}

/** Shows the project that the address names, or that was shown where Back leads to. */
export function followProject(): void {
  const { project } = (history.state ?? {}) as { readonly project?: string };
  showProject(new URLSearchParams(location.search).get(PROJECT) ?? project);
}

/** Goes to a place of another project, which `show` makes the one of this tab. Back leads to what is shown now, in its project. */
export function leaveProject(show: () => void, to: Address): void {
  writing.flush();
  history.replaceState(state(), '');
  show();
  navigate(to);
}

/** Of an entry of the history. A declaration, because it is used while this file is still being read. */
function state(): object {
  return { entry, project: session().active?.project };
}

/** Goes there. What a user would undo with Back is pushed; what only follows their typing or moving replaces. */
export function navigate(to: Address, how: 'push' | 'replace' = 'push'): void {
  // Back leads to what was there last.
  if (how === 'push') writing.flush();
  address = to;
  search = '';
  if (how === 'push') {
    entry = newEntry();
    history.pushState(state(), '', hrefOf(to));
  } else writing.soon();
  tell();
}

/** Where the user is, for what is asked later. */
export const presentAddress = (): Address => address;

export const useAddress = (): Address => useSyncExternalStore(subscribe, () => address);

/** Query of the address as it was opened; empty after the first move from there. */
export const useOpenedSearch = (): string => useSyncExternalStore(subscribe, () => search);

/** Tells one entry of this tab's history from the others, also after a reload: for what Back is to find as it was. */
export const useHistoryEntry = (): string => useSyncExternalStore(subscribe, () => entry);

function presentEntry(): string {
  const state = history.state as { readonly entry?: unknown } | null;
  if (typeof state?.entry === 'string') return state.entry;
  const made = newEntry();
  history.replaceState({ entry: made }, '');
  return made;
}

/** A declaration, because the first one is made while this file is still being read. */
function newEntry(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
