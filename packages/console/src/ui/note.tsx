import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  readonly tone: 'failed' | 'warning' | 'secondary';
  readonly children: ReactNode;
  /** Name and role for assistive technology; items of a list are `li`. */
  readonly label?: string;
  readonly role?: 'region' | 'group' | 'list';
  /** Whether the content is one line that wraps. */
  readonly isInLine?: boolean;
}

/** Note about what is shown next to it. */
export function Note({ tone, children, label, role, isInLine = false }: NoteProps) {
  return (
    <div
      className={isInLine ? `${styles.note} ${styles.line} facts` : styles.note}
      data-tone={tone}
      role={role}
      aria-label={label}
    >
      {children}
    </div>
  );
}

/** Link of a note to what it is about. */
export function NoteLink(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>) {
  return <button {...props} type="button" className={`${styles.link} link cut`} />;
}
