import { type KeyboardEvent, useId, useState } from 'react';
import styles from './combobox.module.css';

interface ComboboxProps {
  /** Label of the field. */
  readonly label: string;
  readonly value: string;
  /** Receives the text after each keystroke; it need not be an option. */
  readonly onValue: (value: string) => void;
  readonly options: readonly string[];
  /** Receives the chosen option. */
  readonly onChoose: (option: string) => void;
  /** Remark below the options: that more exist, or why there are none. */
  readonly note?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Whether it is the first field of a panel, which receives the focus. */
  readonly isFirst?: boolean;
}

/** Field for free text with a list of options. Arrows move; Enter chooses the marked option, otherwise the typed text. */
export function Combobox({ label, value, onValue, options, onChoose, note, placeholder, isFirst }: ComboboxProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const at = Math.min(marked, options.length - 1);
  const choose = (option: string): void => {
    setIsOpen(false);
    setMarked(-1);
    onChoose(option);
  };
  const move = (to: number): void => {
    const next = options.length === 0 ? -1 : (to + options.length) % options.length;
    setIsOpen(true);
    setMarked(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    const option = options[at];
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at < 0 ? -1 : at - 1);
    else if (event.key === 'Enter' && isOpen && option !== undefined) choose(option);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <input
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-first={isFirst}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => {
          setIsOpen(true);
          setMarked(-1);
          onValue(target.value);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={press}
      />
      <div className={`${styles.list} floating`} hidden={!isOpen || (options.length === 0 && note === undefined)}>
        <ul id={id} role="listbox" aria-label={label}>
          {options.map((option, n) => (
            <li
              key={option}
              id={`${id}-${n}`}
              role="option"
              className="choice cut"
              aria-selected={n === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <bdi>{option}</bdi>
            </li>
          ))}
        </ul>
        {note !== undefined && <p className={`${styles.note} caption`}>{note}</p>}
      </div>
    </div>
  );
}
