import { type SubmitEvent, useMemo } from 'react';
import { curlOf } from '../api/curl';
import { useKeys } from '../keys/keys';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import { linkTo } from '../url/lasting';
import { DEFAULT_LIST } from '../url/list-place';
import { navigate } from '../url/navigate';
import type { SessionsPlace } from '../url/sessions-place';
import { ALL_TIME, RANGES } from '../url/time-range';
import { sessionsCall } from './find-sessions';
import { SessionFilters } from './session-filters';
import styles from './session-list.module.css';

/** As many characters as the API searches. */
const MOST = 200;

/** Which sessions are listed, and a search for what was said in them. */
export function SessionBar({ place }: { readonly place: SessionsPlace }) {
  useKeys(
    useMemo(() => {
      const click = (shortcut: string) => () =>
        document.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();
      return {
        title: 'Sessions',
        keys: [
          { key: '/', help: 'search a text', run: () => document.querySelector<HTMLElement>('[type=search]')?.focus() },
          { key: 'f', help: 'add a filter', run: click('filter') },
          { key: 't', help: 'choose the time', run: click('range') },
        ],
      };
    }, []),
  );
  return (
    <div className={styles.bar}>
      <RangePicker
        range={place.range}
        ranges={[...Object.keys(RANGES), ALL_TIME]}
        onRange={(to) => navigate({ ...place, range: to, after: null })}
      />
      <form role="search" onSubmit={(event) => search(event, place)}>
        <input
          type="search"
          name="text"
          aria-label="Search what was said in sessions"
          placeholder="Search what was said"
          maxLength={MOST}
          dir="auto"
          className={styles.search}
        />
      </form>
      <SessionFilters place={place} />
      <span className={styles.last}>
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo(place) },
            { what: 'call as curl', text: () => curlOf('/api/public/sessions', { query: sessionsCall(place) }) },
          ]}
        />
      </span>
    </div>
  );
}

/** Finds the turns that have the text, in the list of traces: each leads to its session. */
function search(event: SubmitEvent<HTMLFormElement>, { range, userId, environment }: SessionsPlace): void {
  event.preventDefault();
  const text = new FormData(event.currentTarget).get('text');
  if (typeof text !== 'string' || text === '') return;
  navigate({
    ...{ page: 'traces', ...DEFAULT_LIST, range, search: text, searchIn: ['input', 'output'] },
    filters: [
      { name: 'sessionId', operator: 'present', value: '' },
      ...(userId === undefined ? [] : [{ name: 'userId', value: userId } as const]),
      ...(environment === undefined ? [] : [{ name: 'environment', value: environment } as const]),
    ],
  });
}
