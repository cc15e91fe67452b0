import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { StateLine } from '../ui/state-line';
import type { TracesAddress } from '../url/list-address';
import { Nothing } from './empty-list';
import { searchedWords } from './filter-words';
import { PageSize } from './page-size';
import { Rows } from './rows';
import styles from './trace-list.module.css';
import { TraceTable } from './trace-table';
import { useSearch } from './use-search';

/** Page of search results, the newest first, with the time back to which the search has read. */
export function RowsFound({ address }: { readonly address: TracesAddress }) {
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
        {rows !== undefined && rows.length > 0 && <TraceTable traces={rows} address={address} />}
        {rows?.length === 0 && isDone && <Nothing address={address} />}
      </Rows>
      <footer className={`${styles.footer} secondary line`}>
        <PageSize address={address} />
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
