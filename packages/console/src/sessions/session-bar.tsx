import type { SubmitEvent } from 'react';
import { curlOf } from '../api/curl';
import { useKeys } from '../keys/keys';
import { barKeys } from '../list/bar-keys';
import { listCall } from '../list/list-call';
import { MAX_SEARCHED } from '../list/search-box';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import { SESSION_SORTS, type SessionSort, type SessionsAddress } from '../url/sessions-address';
import { ALL_TIME, RANGES } from '../url/time-range';
import { turnsFound } from './session-search';
import { changedSessions, sessionsCall } from './find-sessions';
import { SessionFilters } from './session-filters';
import styles from './session-list.module.css';

const SORT_WORDS: Readonly<Record<SessionSort, string>> = {
  ...{ lastTimestamp: 'last turn', createdAt: 'start' },
  ...{ totalCost: 'cost', failedTraceCount: 'errors', traceCount: 'turns' },
};

const KEYS = { title: 'Sessions', keys: barKeys('search a text, or filter') };

/** Bar with the range and filters of the list, and a search for texts of sessions. */
export function SessionBar({ address }: { readonly address: SessionsAddress }) {
  useKeys(KEYS);
  return (
    <div className="bar">
      <RangePicker
        range={address.range}
        ranges={[...Object.keys(RANGES), ALL_TIME]}
        onRange={(to) => navigate(changedSessions(address, { range: to }))}
      />
      {address.search === '' && <Sort address={address} />}
      <form key={address.search} role="search" onSubmit={(event) => search(event, address)}>
        <input
          type="search"
          name="text"
          aria-label="Search texts of sessions"
          placeholder="Search what was said"
          defaultValue={address.search}
          // The field's clear button ends the search too.
          onChange={({ target }) => target.value === '' && navigate(changedSessions(address, { search: '' }))}
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
            { what: 'call as curl', text: () => curlOfList(address) },
          ]}
        />
      </span>
    </div>
  );
}

/** Order of the list. */
function Sort({ address }: { readonly address: SessionsAddress }) {
  return (
    <label className={styles.sort}>
      <span className="secondary">By</span>
      <select
        value={address.sort}
        onChange={({ target }) => navigate(changedSessions(address, { sort: target.value as SessionSort }))}
      >
        {SESSION_SORTS.map((each) => (
          <option key={each} value={each}>
            {SORT_WORDS[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the request of the page. */
const curlOfList = (address: SessionsAddress): Promise<string> =>
  address.search === ''
    ? curlOf('/api/public/sessions', { query: sessionsCall(address) })
    : curlOf('/api/public/traces', { query: listCall(turnsFound(address)) });

/** Searches a text in the traces of sessions. */
function search(event: SubmitEvent<HTMLFormElement>, address: SessionsAddress): void {
  event.preventDefault();
  const text = new FormData(event.currentTarget).get('text');
  if (typeof text === 'string' && text !== address.search) navigate(changedSessions(address, { search: text }));
}
