import type { HTMLAttributes } from 'react';
import styles from './note.module.css';

interface NoteProps extends Pick<HTMLAttributes<HTMLDivElement>, 'aria-label' | 'children'> {
  /** `line` is secondary, too: one line that wraps. */
  readonly tone: 'failed' | 'warning' | 'secondary' | 'line';
  /** Items of a list are `li`. */
  readonly role?: 'region' | 'group' | 'list';
}

/** Note about what is shown next to it. */
export function Note({ tone, ...rest }: NoteProps) {
  return <div {...rest} className={styles.note} data-tone={tone} />;
}
