import { useEffect } from 'react';

const PRODUCT = 'Sluice';

/**
 * What the tab of the browser is called while the component is shown: first what tells it from other tabs.
 * @param text undefined while it is not known
 */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    document.title = text === undefined ? PRODUCT : `${text} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [text]);
}
