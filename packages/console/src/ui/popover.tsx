import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { positionBelow } from './position-popover';
import styles from './popover.module.css';

interface PopoverProps {
  /** What the button shows. */
  readonly button: ReactNode;
  /** What the button is called, where it shows no words of its own. */
  readonly buttonLabel?: string | undefined;
  /** What the panel is called. */
  readonly title: string;
  /** The panel, made when it opens. */
  readonly children: (close: () => void) => ReactNode;
  /** Names the button for keys that press it. */
  readonly shortcut?: string | undefined;
}

/** A button and a panel with fields that it opens below itself; Escape and a click elsewhere close it. */
export function Popover({ button, buttonLabel, title, children, shortcut }: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen || panel.current === null || opener.current === null) return;
    positionBelow(panel.current, opener.current);
    panel.current.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [isOpen]);
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-shortcut={shortcut}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={styles.panel}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
