import type { SubmitEvent } from 'react';
import { curlOf } from '../api/curl';
import { useKeys } from '../keys/keys';
import { BAR_KEYS } from '../list/bar-keys';
import { MAX_SEARCHED } from '../list/search-box';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import { linkTo } from '../url/link-to';
import { DEFAULT_LIST } from '../url/list-address';
import { navigate } from '../url/navigate';
import type { SessionsAddress } from '../url/sessions-address';
import { ALL_TIME, RANGES } from '../url/time-range';
import { filtersOf, sessionsCall } from './find-sessions';
import { SessionFilters } from './session-filters';
import styles from './session-list.module.css';

const KEYS = { title: 'Sessions', keys: BAR_KEYS };

/** Bar with the range and filters of the list, and a search for texts of sessions. */
export function SessionBar({ address }: { readonly address: SessionsAddress }) {
  useKeys(KEYS);
  return (
    <div className="bar">
      <RangePicker
        range={address.range}
        ranges={[...Object.keys(RANGES), ALL_TIME]}
        onRange={(to) => navigate({ ...address, range: to, after: null })}
      />
      <form role="search" onSubmit={(event) => search(event, address)}>
        <input
          type="search"
          name="text"
          aria-label="Search input and output of traces in sessions"
          placeholder="Search input, output"
          maxLength={MAX_SEARCHED}
          dir="auto"
          className={styles.search}
        />
      </form>
      <SessionFilters address={address} />
      <span className="last">
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo(address) },
            { what: 'call as curl', text: () => curlOf('/api/public/sessions', { query: sessionsCall(address) }) },
          ]}
        />
      </span>
    </div>
  );
}

/** Searches a text in the list of traces: its matches are turns, each with a link to its session. */
function search(event: SubmitEvent<HTMLFormElement>, address: SessionsAddress): void {
  event.preventDefault();
  const text = new FormData(event.currentTarget).get('text');
  if (typeof text !== 'string' || text === '') return;
  navigate({
    ...{ ...DEFAULT_LIST, range: address.range, search: text, searchIn: ['input', 'output'] },
    filters: [{ name: 'sessionId', operator: 'present', value: '' }, ...filtersOf(address)],
  });
}
