import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { hrefOf, navigate } from './navigate';
import type { Address } from './address';

type LinkProps = { readonly to: Address } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>;

/** Link within the console: a plain click navigates without a page load; any other click is left to the browser. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
