import type { ReactNode } from 'react';
import type { ListedSession } from '../api/types';
import { firstWords } from '../format/first-words';
import { compact, count, duration } from '../format/numbers';
import { COLUMN_WORDS } from '../list/filter-words';
import { Age } from '../ui/age';
import { ColumnCost } from '../ui/column-cost';
import { SentWord } from '../ui/sent-name';
import { type Column, Table } from '../ui/table';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import type { SessionFilter, SessionSort, SessionsAddress } from '../url/sessions-address';
import { changedSessions } from './find-sessions';
import styles from './session-table.module.css';

/** Restricts the list to sessions with a value. */
type Narrow = (name: SessionFilter, value: string) => void;

type SessionColumn = Omit<Column<ListedSession>, 'show' | 'orderBy'> & {
  readonly orderBy?: SessionSort;
  readonly show: (session: ListedSession, narrow: Narrow) => ReactNode;
};

const COLUMNS: readonly SessionColumn[] = [
  {
    title: 'Session',
    name: 'id',
    show: ({ id }) => <SessionLink id={id} />,
  },
  { title: 'Begins with', name: 'words', isWide: true, show: (session) => <Words session={session} /> },
  {
    title: 'User',
    name: 'user',
    show: ({ users: [first, ...others] = [], userCount = 0 }, narrow) => {
      if (first === undefined) return null;
      // With several users, the first by name need not be the user who started the session.
      if (userCount === 1) return <Value name="userId" value={first} narrow={narrow} />;
      return (
        <span title={[first, ...others].join(', ')}>
          <bdi>{first}</bdi> +{count(userCount - 1)}
        </span>
      );
    },
  },
  {
    title: 'Environment',
    name: 'environment',
    from: 1200,
    show: ({ environment }, narrow) => <Value name="environment" value={environment} narrow={narrow} />,
  },
  {
    title: 'Turns',
    name: 'turns',
    isNumber: true,
    orderBy: 'traceCount',
    show: (session) => atLeast(session, <Counted count={session.traceCount ?? 0} word="turn" />),
  },
  {
    title: 'Errors',
    name: 'errors',
    isNumber: true,
    orderBy: 'failedTraceCount',
    show: ({ failedTraceCount = 0 }) =>
      failedTraceCount === 0 ? (
        <span className={styles.none}>0</span>
      ) : (
        <span className={styles.errors} title={`${count(failedTraceCount)} turns with errors`}>
          ! {count(failedTraceCount)}
        </span>
      ),
  },
  {
    title: 'Tokens',
    name: 'tokens',
    isNumber: true,
    from: 900,
    show: (session) => {
      const { totalTokens = 0, inputTokens = 0, outputTokens = 0 } = session;
      if (totalTokens === 0) return '—';
      return (
        <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>
          {atLeast(session, compact(totalTokens))}
        </span>
      );
    },
  },
  {
    title: 'Cost',
    name: 'cost',
    isNumber: true,
    orderBy: 'totalCost',
    show: (session) => atLeast(session, <ColumnCost cost={session.totalCost ?? 0} tokens={session.totalTokens ?? 0} />),
  },
  {
    title: 'Duration',
    name: 'length',
    isNumber: true,
    from: 900,
    show: ({ createdAt, lastTimestamp = createdAt }) =>
      lastTimestamp === createdAt ? '—' : duration(Date.parse(lastTimestamp) - Date.parse(createdAt)),
  },
  {
    title: 'Last turn',
    name: 'last',
    isNumber: true,
    orderBy: 'lastTimestamp',
    show: ({ lastTimestamp }) => lastTimestamp && <Age time={lastTimestamp} />,
  },
  {
    title: 'Started',
    name: 'began',
    isNumber: true,
    from: 1200,
    orderBy: 'createdAt',
    show: ({ createdAt }) => <Age time={createdAt} />,
  },
];

interface ValueProps {
  readonly name: SessionFilter;
  readonly value: string;
  readonly narrow: Narrow;
}

/** Button that restricts the list to sessions with the value. */
function Value({ name, value, narrow }: ValueProps) {
  return (
    <button
      type="button"
      data-value="text"
      title={`Only with this ${COLUMN_WORDS[name]}: ${value}`}
      onClick={() => narrow(name, value)}
    >
      <SentWord text={value} />
    </button>
  );
}

/** Link to a session, by its id. */
export const SessionLink = ({ id }: { readonly id: string }) => (
  <Link to={{ page: 'session', id, page_: 1 }} title={id}>
    <SentWord text={id} />
  </Link>
);

/** Count; with its noun on cards, which have no headings. */
export const Counted = ({ count: counted, word }: { readonly count: number; readonly word: string }) => (
  <>
    {count(counted)}
    <span className={styles.word}>
      {' '}
      {word}
      {counted !== 1 && 's'}
    </span>
  </>
);

/** Sum of a session, marked as a lower bound if the session has more turns than the API sums in a list. */
function atLeast({ isWhole = true, traceCount = 0 }: ListedSession, shown: ReactNode): ReactNode {
  if (isWhole) return shown;
  return <span title={`Of its first ${count(traceCount)} turns. Open the session for all of them.`}>{shown}+</span>;
}

interface SessionTableProps {
  readonly address: SessionsAddress;
  readonly sessions: readonly ListedSession[];
}

/** Page of sessions. */
export function SessionTable({ address, sessions }: SessionTableProps) {
  const narrow: Narrow = (name, value) => navigate(changedSessions(address, { [name]: value }));
  return (
    <Table
      className={styles.table}
      columns={COLUMNS.map((column) => ({ ...column, show: (session: ListedSession) => column.show(session, narrow) }))}
      rows={sessions}
      sort={`${address.sort}.desc`}
      onSort={(to) => navigate(changedSessions(address, { sort: to.split('.')[0] as SessionSort }))}
      keyOf={({ id }) => id}
      isOfCards
      onOpen={({ id }) => navigate({ page: 'session', id, page_: 1 })}
      keys={{ title: 'Sessions', noun: 'session' }}
    />
  );
}

/** First message; without one, the name of the first trace. */
function Words({ session: { inputPreview, traceName } }: { readonly session: ListedSession }) {
  if (typeof inputPreview === 'string' && inputPreview !== '') {
    return (
      <span dir="auto" title={inputPreview}>
        {firstWords(inputPreview)}
      </span>
    );
  }
  return typeof traceName === 'string' && <bdi className={styles.name}>{traceName}</bdi>;
}
