import type { Key } from '../keys/match';

/** Clicks the button with this shortcut. */
export const press = (shortcut: string): void =>
  document.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();

/** Keys of the bar above a list: the search field, and the buttons for filters and the time. */
export const BAR_KEYS: readonly Key[] = [
  {
    key: '/',
    help: 'search a text, or filter',
    run: () => document.querySelector<HTMLElement>('[type=search]')?.focus(),
  },
  { key: 'f', help: 'add a filter', run: () => press('filter') },
  { key: 't', help: 'choose the time', run: () => press('range') },
];
