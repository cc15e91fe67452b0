import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { positionBelow } from './position-popover';
import styles from './popover.module.css';

interface PopoverProps {
  /** Content of the button. */
  readonly button: ReactNode;
  /** Accessible name of a button without text. */
  readonly buttonLabel?: string | undefined;
  /** Accessible name of the panel. */
  readonly title: string;
  /** Renders the panel when it opens. */
  readonly children: (close: () => void) => ReactNode;
  /** Name by which a key finds the button. */
  readonly shortcut?: string | undefined;
}

/** Button with a panel of fields below it; Escape or a click elsewhere closes it. */
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
        className={`${styles.panel} floating`}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
