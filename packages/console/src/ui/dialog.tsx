import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Called after the dialog was closed in any way and the focus has returned. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Reference for content that closes the dialog. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
}

/** Modal dialog above the page; Escape or a click outside closes it. */
export function Dialog({ title, onClose, children, dialog }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const ref = dialog ?? own;
  useEffect(() => {
    if (ref.current?.open === false) ref.current.showModal();
  }, [ref]);
  return (
    <dialog
      ref={ref}
      className={`${styles.dialog} floating`}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => target === ref.current && ref.current.close()}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
