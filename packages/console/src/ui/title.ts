import { useEffect } from 'react';

const PRODUCT = 'Sluice';

/**
 * Sets the title of the browser tab while the component is mounted, with the distinguishing part first.
 * @param text undefined until known
 */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    document.title = text === undefined ? PRODUCT : `${text} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [text]);
}
