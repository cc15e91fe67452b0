import { useEffect, useState } from 'react';

/** Returns a number that changes with the theme, for drawings that cannot use custom properties. */
export function useThemeChange(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = (): void => setChanges((before) => before + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const watch = new MutationObserver(change);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', change);
    return () => {
      watch.disconnect();
      system.removeEventListener('change', change);
    };
  }, []);
  return changes;
}
