import { useEffect, useState } from 'react';

/** A number that changes when the theme does: for what is drawn and cannot follow custom properties. */
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
