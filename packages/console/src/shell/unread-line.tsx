import type { Address } from '../url/address';
import styles from './unread-line.module.css';
import { unreadParameters } from './unread-parameters';

interface UnreadLineProps {
  /** Query of the address, and the place that was read of it. */
  readonly search: string;
  readonly address: Address;
}

/** Names the parameters of the address that are not understood: without them the page has more than its sender saw. */
export function UnreadLine({ search, address }: UnreadLineProps) {
  const unread = unreadParameters(search, address);
  if (unread.length === 0) return null;
  return (
    <p className={styles.line} role="alert">
      Not understood in this link, and ignored: <bdi>{unread.join(', ')}</bdi>
    </p>
  );
}
