import { localSetting } from '../ui/local-setting';

/** Theme: that of the system, or the user's choice. */
export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

// `public/theme.js` reads it before the first paint.
const kept = localSetting('theme', (stored) => THEMES.find((theme) => theme === stored) ?? 'system');
kept.subscribe(() => {
  const theme = kept.get();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
});

export const presentTheme = kept.get;

/** Sets the theme in all tabs of this browser. */
export const setTheme = kept.set;
