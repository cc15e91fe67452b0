import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** After it was closed, by whatever way; the focus is back where it was. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For who wants to close it from within. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
}

/** Above the page while it is there: Escape and a click beside it close it. */
export function Dialog({ title, onClose, children, dialog }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const ref = dialog ?? own;
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, [ref]);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => target === ref.current && ref.current.close()}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
