import type { Key } from '../keys/match';

/** Clicks the button with this shortcut. */
export const press = (shortcut: string): void =>
  document.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();

/** Makes the keys of the bar above a list: the search field, and the buttons for filters and the time. @param search help of the field */
export const barKeys = (search: string): readonly Key[] => [
  {
    key: '/',
    help: search,
    run: () => document.querySelector<HTMLElement>('[type=search]')?.focus(),
  },
  { key: 'f', help: 'add a filter', run: () => press('filter') },
  { key: 't', help: 'choose the time', run: () => press('range') },
];
