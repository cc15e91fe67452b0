import { useSyncExternalStore } from 'react';
import { namedProject, session, showProject } from '../api/session';
import { type Address, type AddressForms, defineAddresses, readAddress, writeAddress } from './address';
import { DEFAULT_LIST } from './list-address';
import { PROJECT } from './query';
import { throttle } from './throttle';

/** Least milliseconds between two changes of the URL. Browsers refuse more than a few hundred in 30 s, and a held key makes 30 a second. */
const LEAST_BETWEEN_MS = 320;

const root = new URL(document.baseURI).pathname;
const listeners = new Set<() => void>();

let address: Address = { page: 'unknown', path: '' };
/** Query of the URL from which the address was read; empty after the console has written another. */
let search = location.search;
let entry = presentEntry();
const writing = throttle(() => history.replaceState(state(), '', hrefOf(address)), LEAST_BETWEEN_MS);
addEventListener('popstate', () => {
  // The pending write belongs to the entry that was left.
  writing.drop();
  address = read();
  search = location.search;
  entry = presentEntry();
  followProject();
  tell();
});

addEventListener('pagehide', writing.flush);

/** Defines the pages and reads the address of the URL. */
export function startNavigation(pages: AddressForms): void {
  defineAddresses(pages);
  address = read();
}

function read(): Address {
  return readAddress(location.pathname.slice(root.length), location.search);
}

/** Returns the path and query of an address, for a link; with its project if there are several. */
export function hrefOf(to: Address): string {
  const path = root + writeAddress(to);
  const project = namedProject();
  if (project === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${PROJECT}=${encodeURIComponent(project)}`;
}

/** Shows the project that the URL names, or that the history entry recorded. */
export function followProject(): void {
  const { project } = (history.state ?? {}) as { readonly project?: string };
  showProject(new URLSearchParams(location.search).get(PROJECT) ?? project);
}

/** Navigates to an address in another project, which `show` makes that of this tab. Back returns to the current address in its project. */
export function leaveProject(show: () => void): void {
  writing.flush();
  history.replaceState(state(), '');
  show();
  navigate(DEFAULT_LIST);
}

/** Returns the state of a history entry. A function declaration, because it is used while this module is still being evaluated. */
function state(): object {
  return { entry, project: session().active?.project };
}

/** Navigates to an address. Steps that a user would undo with Back are pushed; changes while typing or moving replace the entry. */
export function navigate(to: Address, how: 'push' | 'replace' = 'push'): void {
  // Back returns to the last state, so its pending write is done first.
  if (how === 'push') writing.flush();
  address = to;
  search = '';
  if (how === 'push') {
    entry = newEntry();
    history.pushState(state(), '', hrefOf(to));
  } else writing.soon();
  tell();
}

/** Returns the current address, for code that runs later. */
export const presentAddress = (): Address => address;

export const useAddress = (): Address => useSyncExternalStore(subscribe, () => address);

/** Returns the query of the URL as opened; empty after the first navigation. */
export const useOpenedSearch = (): string => useSyncExternalStore(subscribe, () => search);

/** Returns an id of the history entry, unique in this tab and kept over a reload, by which Back restores state. */
export const useHistoryEntry = (): string => useSyncExternalStore(subscribe, () => entry);

function presentEntry(): string {
  const state = history.state as { readonly entry?: unknown } | null;
  if (typeof state?.entry === 'string') return state.entry;
  const made = newEntry();
  history.replaceState({ entry: made }, '');
  return made;
}

/** A function declaration, because it is first used while this module is still being evaluated. */
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
