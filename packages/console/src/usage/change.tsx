import type { Growth } from './growth';
import styles from './change.module.css';

/** Growth against the value before: `+$1.2000`, `new +$0.5000`. */
export function Change({ growth: { text, isNew, reason } }: { readonly growth: Growth }) {
  return (
    <span title={reason}>
      {isNew && <span className={styles.new}>new </span>}
      {text}
    </span>
  );
}
