import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { positionBelow } from '../ui/position-popover';
import { copy } from '../ui/copy';
import { type Filter, type FilterName, isSameFilter, kindOf } from '../url/filters';
import type { Address } from '../url/address';
import { navigate } from '../url/navigate';
import { columnWord, menuWords } from './filter-words';
import type { Filtered } from './filtered';
import styles from './trace-list.module.css';

/** Value of the table that was clicked. */
export interface ChosenValue {
  readonly name: FilterName;
  readonly value: string;
  readonly anchor: HTMLElement;
}

interface ValueMenuProps extends Pick<ItemsProps, 'filtered' | 'more'> {
  readonly chosen: ChosenValue | undefined;
  readonly onClose: () => void;
}

/** Menu of a value: show only rows with it, exclude it, copy it. */
export function ValueMenu({ chosen, filtered, more, onClose }: ValueMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (chosen === undefined || menu.current === null) return;
    menu.current.showPopover();
    positionBelow(menu.current, chosen.anchor);
    menu.current.querySelector('button')?.focus();
  }, [chosen]);
  const move = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    items.at((items.indexOf(event.target as HTMLButtonElement) + step) % items.length)?.focus();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label="Value"
      className={`${styles.menu} floating choices`}
      onKeyDown={move}
      onToggle={({ newState }) => {
        if (newState !== 'closed') return;
        chosen?.anchor.focus({ preventScroll: true });
        onClose();
      }}
    >
      {chosen !== undefined && <Items {...{ chosen, filtered, more }} close={() => menu.current?.hidePopover()} />}
    </div>
  );
}

interface ItemsProps {
  readonly chosen: ChosenValue;
  readonly filtered: Filtered;
  /** Further place that a filter by the value leads to. */
  readonly more?: { readonly title: string; readonly to: (filter: Filter) => Address } | undefined;
  readonly close: () => void;
}

function Items({ chosen: { name, value }, filtered: { columns, filters, onFilters }, more, close }: ItemsProps) {
  const operators = kindOf(columns, name) === 'number' ? (['gte', 'lte'] as const) : (['is', 'not'] as const);
  const choose = (filter: Filter): void => {
    close();
    onFilters([...filters.filter((each) => !isSameFilter(each, filter)), filter]);
  };
  const item = (title: string, run: () => void) => (
    <button key={title} type="button" role="menuitem" tabIndex={-1} onClick={run}>
      {title}
    </button>
  );
  return (
    <>
      <p className={`${styles.value} caption`} dir="auto">
        {value}
      </p>
      {operators.map((operator) =>
        item(menuWords(name, operator, value), () => choose({ name, value, ...(operator !== 'is' && { operator }) })),
      )}
      {more !== undefined &&
        item(more.title, () => {
          close();
          navigate(more.to({ name, value }));
        })}
      {name === 'sessionId' &&
        item('Open the session', () => {
          close();
          navigate({ page: 'session', id: value, page_: 1 });
        })}
      {item('Copy', () => {
        close();
        void copy(value, `the ${columnWord(name)}`);
      })}
    </>
  );
}
