import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './splitter.module.css';

interface SplitterProps {
  readonly label: string;
  /** Share of the first pane in the surrounding element, in percent. */
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

const STEP = 2;

/** Line between two panes, moved by dragging or by the arrow keys. */
export function Splitter({ label, value, least, most, onChange }: SplitterProps) {
  const change = (to: number): void => onChange(Math.max(least, Math.min(most, Math.round(to * 10) / 10)));
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box === undefined) return;
    change(((event.clientX - box.left) / box.width) * 100);
  };
  const press = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: value - STEP, ArrowRight: value + STEP, Home: least, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(to);
  };
  return (
    <div
      className={styles['splitter']}
      style={{ left: `${value}%` }}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    />
  );
}
