import { type ReactNode, useRef } from 'react';
import styles from './trace-list.module.css';

interface RowsProps {
  /** Whether what is shown is of before: then it is dimmed. */
  readonly isOld: boolean;
  readonly isReady: boolean;
  /** Whether somebody points at the rows, or has the focus in them. */
  readonly onPointed?: (isPointedAt: boolean) => void;
  readonly children: ReactNode;
}

/** What scrolls. */
export function Rows({ isOld, isReady, onPointed, children }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = (): boolean => box.current?.contains(document.activeElement) === true;
  return (
    <div
      ref={box}
      className={styles.rows}
      data-old={isOld}
      aria-busy={!isReady}
      onPointerEnter={() => onPointed?.(true)}
      onPointerLeave={() => onPointed?.(hasFocus())}
      onFocus={() => onPointed?.(true)}
      onBlur={({ relatedTarget }) => {
        if (box.current?.matches(':hover') !== true && box.current?.contains(relatedTarget) !== true)
          onPointed?.(false);
      }}
    >
      {children}
    </div>
  );
}
