import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { count } from '../format/numbers';
import { MAX_MATCHES, matchesIn } from './find';
import type { JsonTreeProps } from './json-text';
import styles from './json-tree.module.css';

interface JsonSearchProps extends JsonTreeProps {
  /** Offsets of the start and the end of the values. */
  readonly from: number;
  readonly to: number;
  /** Shows the row at an offset. */
  readonly onShow: (offset: number) => void;
}

/** Search in names and values, also in closed ones. Enter moves to the next match, Shift with Enter to the previous. */
export function JsonSearch({ text, values, from, to, onShow }: JsonSearchProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(-1);
  const searched = useDeferredValue(query);
  const matches = useMemo(() => {
    const found = matchesIn(text, searched, from, to);
    return found.filter((address) => values.some(({ start, end }) => address >= start && address < end));
  }, [text, searched, from, to, values]);
  const go = (step: number): void => {
    if (matches.length === 0) return;
    const next = (at + step + matches.length) % matches.length;
    setAt(next);
    onShow(matches[next] ?? 0);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  const all = matches.length >= MAX_MATCHES ? `${count(MAX_MATCHES)} or more` : count(matches.length);
  return (
    <div className={`${styles.search} secondary line`}>
      <input
        type="search"
        aria-label="Find in JSON"
        placeholder="Find a name or value"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setAt(-1);
        }}
        onKeyDown={press}
      />
      <span role="status">{searched === '' ? '' : at < 0 ? `${all} found` : `${count(at + 1)} of ${all}`}</span>
      {matches.length > 0 && (
        <>
          <button type="button" aria-label="Previous match" onClick={() => go(-1)}>
            ↑
          </button>
          <button type="button" aria-label="Next match" onClick={() => go(1)}>
            ↓
          </button>
        </>
      )}
    </div>
  );
}
