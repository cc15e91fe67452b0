import { Found } from '../list/cell';
import { SearchResults } from '../list/search-results';
import { listQuery } from '../list/views';
import { Age } from '../ui/age';
import { SentWord } from '../ui/sent-name';
import { type Column, Table } from '../ui/table';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import type { SessionsAddress } from '../url/sessions-address';
import { changedSessions } from './find-sessions';
import { type FoundSession, sessionsOf, turnsFound } from './session-search';
import { Counted, SessionLink } from './session-table';
import styles from './session-table.module.css';

/** Sessions whose traces have a text, the one with the newest such turn first. */
export function SessionResults({ address }: { readonly address: SessionsAddress }) {
  const turns = turnsFound(address);
  const nothing = (
    <div className="empty">
      <p role="status">No turn of a session has “{address.search}” in this time.</p>
      <button type="button" onClick={() => navigate(changedSessions(address, { search: '' }))}>
        Clear search
      </button>
    </div>
  );
  return (
    <SearchResults
      address={turns}
      nothing={nothing}
      first={
        <Link to={turns} className="secondary">
          As a list of turns
        </Link>
      }
    >
      {(rows) => (
        <Table
          className={styles.table}
          columns={columnsOf(address.search, listQuery(turns))}
          rows={sessionsOf(rows)}
          keyOf={({ id }) => id}
          isOfCards
          onOpen={({ id }) => navigate({ page: 'session', id, page_: 1 })}
          keys={{ title: 'Sessions', noun: 'session' }}
        />
      )}
    </SearchResults>
  );
}

const columnsOf = (sought: string, list: string): readonly Column<FoundSession>[] => [
  {
    title: 'Session',
    name: 'id',
    show: ({ id }) => <SessionLink id={id} />,
  },
  {
    title: 'Found',
    name: 'words',
    isWide: true,
    show: ({ turns: [trace] }) => <Found {...{ trace, list, sought }} tabIndex={0} />,
  },
  {
    title: 'User',
    name: 'user',
    show: ({ turns: [{ userId }] }) => userId !== null && <SentWord text={userId} />,
  },
  {
    title: 'Turns found',
    name: 'turns',
    isNumber: true,
    show: ({ turns }) => <Counted count={turns.length} word="turn" />,
  },
  { title: 'Newest', name: 'last', isNumber: true, show: ({ turns: [{ timestamp }] }) => <Age time={timestamp} /> },
];
