import type { ReactNode } from 'react';
import type { ListedTrace } from '../api/types';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { StateLine } from '../ui/state-line';
import type { TracesAddress } from '../url/list-address';
import { searchedWords } from './filter-words';
import { Rows } from './rows';
import styles from './trace-list.module.css';
import { useSearch } from './use-search';

interface SearchResultsProps {
  readonly address: TracesAddress;
  /** Shown if all was read and nothing was found. */
  readonly nothing: ReactNode;
  /** Start of the footer. */
  readonly first?: ReactNode;
  /** Shows the traces that were found. */
  readonly children: (rows: readonly ListedTrace[]) => ReactNode;
}

/** Results of a search, with the time back to which it has read. */
export function SearchResults({ address, nothing, first, children }: SearchResultsProps) {
  const { rows, searchedTo, passed, selected, isSearching, error, stop, goOn, again } = useSearch(address);
  const isDone = searchedTo === null;
  const found = rows?.length ?? 0;
  const texts = searchedWords(address.searchIn);
  const of = selected === null ? '' : ` of ${count(Math.max(selected, passed))}`;
  const read = `${count(passed)}${of} traces searched, back to ${typeof searchedTo === 'string' ? fullTime(searchedTo) : ''}`;
  return (
    <>
      <Rows isOld={false} isReady={rows !== undefined}>
        {error !== null && <StateLine error={error} again={again} />}
        {rows !== undefined && rows.length > 0 && children(rows)}
        {rows?.length === 0 && isDone && nothing}
      </Rows>
      <footer className={`${styles.footer} secondary line`}>
        {first}
        <p className="last" role="status">
          {isDone && `${count(found)} found, all traces in this range searched: ${texts}`}
          {typeof searchedTo === 'string' &&
            `${found === 0 ? 'Nothing' : count(found)} found so far, ${read}: ${texts}`}
        </p>
        {!isDone &&
          (isSearching ? (
            <button type="button" onClick={stop}>
              Stop
            </button>
          ) : (
            <button type="button" onClick={goOn}>
              Continue
            </button>
          ))}
      </footer>
    </>
  );
}
