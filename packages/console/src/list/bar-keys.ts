import type { Key } from '../keys/match';

/** Presses the button that says it listens to this. */
export const press = (shortcut: string): void =>
  document.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();

/** The keys of a bar above a list: of the field for a text, and of the buttons for a filter and for the time. */
export const BAR_KEYS: readonly Key[] = [
  { key: '/', help: 'search a text', run: () => document.querySelector<HTMLElement>('[type=search]')?.focus() },
  { key: 'f', help: 'add a filter', run: () => press('filter') },
  { key: 't', help: 'choose the time', run: () => press('range') },
];
