import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './menu.module.css';
import { positionBelow } from './position-popover';

export interface MenuItem {
  readonly title: string;
  /** Remark next to the title: a key, or the current value. */
  readonly hint?: string | undefined;
  /** State of an item in a group of options or of a switch. */
  readonly isChecked?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  /** Content of the button. */
  readonly children: ReactNode;
  /** Accessible name of a button that shows only an icon. */
  readonly label?: string;
  /** Items; a function is called each time that the menu opens. */
  readonly items: readonly MenuItem[] | (() => Promise<readonly MenuItem[]>);
  readonly className?: string | undefined;
}

/** Button with a menu below it: arrows move, Enter chooses, Escape closes. */
export function Menu({ children, label, items, className }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<readonly MenuItem[]>([]);

  const address = (): void => {
    if (button.current === null || list.current?.matches(':popover-open') !== true) return;
    positionBelow(list.current, button.current);
    list.current.querySelector('button')?.focus();
  };
  useLayoutEffect(address, [loaded]);

  const move = (event: KeyboardEvent): void => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label ?? (typeof children === 'string' ? children : undefined)}
        className={`${styles.menu} floating choices`}
        onKeyDown={move}
        onToggle={({ newState }) => {
          if (newState !== 'open') return;
          address();
          if (typeof items === 'function') void items().then(setLoaded);
        }}
      >
        {(typeof items === 'function' ? loaded : items).map(({ title, hint, isChecked, run }) => (
          <button
            key={title}
            type="button"
            role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={isChecked}
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover();
              run();
            }}
          >
            {isChecked !== undefined && <span aria-hidden="true">{isChecked ? '✓' : ''}</span>}
            <span>{title}</span>
            {hint !== undefined && <span className={`${styles.hint} secondary last`}>{hint}</span>}
          </button>
        ))}
      </div>
    </>
  );
}
