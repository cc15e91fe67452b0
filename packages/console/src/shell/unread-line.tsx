import type { Address } from '../url/address';
import styles from './unread-line.module.css';
import { unreadParameters } from './unread-parameters';

interface UnreadLineProps {
  /** Query of the URL, and the address that was read from it. */
  readonly search: string;
  readonly address: Address;
}

/** Line with the unknown parameters of the address: without them the page shows more than its sender saw. */
export function UnreadLine({ search, address }: UnreadLineProps) {
  const unread = unreadParameters(search, address);
  if (unread.length === 0) return null;
  return (
    <p className={`${styles.line} warning`} role="alert">
      Not understood in this link, and ignored: <bdi>{unread.join(', ')}</bdi>
    </p>
  );
}
