import { useState } from 'react';

type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const KEY = 'sluice.theme';

/** The theme goes round: that of the system, light, dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(present);
  const next = NEXT[theme];
  const change = (): void => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Storage can be forbidden: then it holds for this page only.
    }
  };
  return (
    <button type="button" onClick={change} aria-label={`Theme: ${theme}; change to ${next}`} title={`Theme: ${theme}`}>
      {theme === 'system' ? '◐' : theme === 'light' ? '○' : '●'}
    </button>
  );
}

function present(): Theme {
  const set = document.documentElement.dataset['theme'];
  return set === 'light' || set === 'dark' ? set : 'system';
}
