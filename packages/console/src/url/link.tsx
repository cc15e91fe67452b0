import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { hrefOf, navigate } from './navigate';
import type { Address } from './address';

type LinkProps = { readonly to: Address } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>;

/** A link within the console: a plain click stays on the page, every other one does what the browser does. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
