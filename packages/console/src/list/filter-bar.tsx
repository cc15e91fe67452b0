import { curlOf } from '../api/curl';
import { useKeys } from '../keys/keys';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import { isSameFilter } from '../url/filters';
import { type TracesAddress } from '../url/list-address';
import { linkTo } from '../url/link-to';
import { NOTHING_PICKED } from '../url/differences-address';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import { ALL_TIME, RANGES, endsNow } from '../url/time-range';
import { barKeys, press } from './bar-keys';
import { ColumnChooser } from './column-chooser';
import { FilterChips } from './filter-chips';
import { FilterEditor } from './filter-editor';
import { type Filtered, filteredTraces } from './filtered';
import styles from './trace-list.module.css';
import { SavedViews } from './saved-views';
import { SearchBox } from './search-box';
import { listCall } from './list-call';

const ERRORS = { name: 'level', value: 'ERROR' } as const;

const KEYS = {
  title: 'Traces',
  keys: [
    ...barKeys('search a text, or filter: user:ada step.tool:search_docs -tag:test'),
    { key: 'e', help: 'errors only, or all', run: () => press('errors') },
  ],
};

/** Bar of the list: time, search, filters, and display settings. */
export function FilterBar({ address }: { readonly address: TracesAddress }) {
  const { range, filters, isLive } = address;
  const hasErrors = filters.some((filter) => isSameFilter(filter, ERRORS));
  const others = filters.filter((filter) => !isSameFilter(filter, ERRORS));
  // The button of errors has no chip.
  const filtered: Filtered = {
    ...filteredTraces({ ...address, filters: others }),
    onFilters: (to) => navigate({ ...address, filters: hasErrors ? [...to, ERRORS] : to, page_: 1 }),
  };
  const isTimed = address.sort.startsWith('timestamp.');

  useKeys(KEYS);

  return (
    <div className={`${styles.bar} bar`}>
      <RangePicker
        range={range}
        ranges={[...Object.keys(RANGES), ALL_TIME]}
        onRange={(to) => navigate({ ...address, range: to, page_: 1 })}
      />
      <SearchBox key={`${address.search} ${address.searchIn.join()}`} address={address} />
      <FilterEditor filtered={filteredTraces(address)} />
      <button
        type="button"
        data-shortcut="errors"
        aria-pressed={hasErrors}
        onClick={() => navigate({ ...address, filters: hasErrors ? others : [...filters, ERRORS], page_: 1 })}
      >
        Errors only
      </button>
      <FilterChips filtered={filtered} />
      <span className="line last">
        <Link to={{ page: 'different', range, filters: others, ...NOTHING_PICKED, failed: hasErrors }}>
          What is different?
        </Link>
        {endsNow(range) && isTimed && address.search === '' && (
          <button
            type="button"
            aria-pressed={isLive}
            title="New traces come into the list by themselves, but not while you point at it"
            onClick={() => navigate({ ...address, isLive: !isLive, page_: 1 }, 'replace')}
          >
            Live
          </button>
        )}
        <SavedViews address={address} />
        <ColumnChooser />
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo(address) },
            {
              what: 'call as curl',
              text: () => curlOf('/api/public/traces', { query: listCall(address) }),
            },
          ]}
        />
      </span>
    </div>
  );
}
