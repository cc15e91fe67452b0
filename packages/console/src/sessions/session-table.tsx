import { type MouseEvent, useMemo, useRef } from 'react';
import type { ListedSession } from '../api/types';
import { firstWords } from '../format/first-words';
import { compact, count, duration } from '../format/numbers';
import { useKeys } from '../keys/keys';
import { COLUMN_WORDS } from '../list/filter-words';
import { Age } from '../ui/age';
import { ColumnCost } from '../ui/column-cost';
import { SentWord } from '../ui/sent-name';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import type { SessionFilter, SessionsAddress } from '../url/sessions-address';
import styles from './session-table.module.css';

/** Restricts the list to sessions with a value. */
type Narrow = (name: SessionFilter, value: string) => void;

interface Column {
  readonly title: string;
  /** Name for the style sheet. */
  readonly name: string;
  readonly isNumber?: true;
  readonly show: (session: ListedSession, narrow: Narrow) => React.ReactNode;
}

const COLUMNS: readonly Column[] = [
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
    show: ({ environment }, narrow) => <Value name="environment" value={environment} narrow={narrow} />,
  },
  {
    title: 'Turns',
    name: 'turns',
    isNumber: true,
    show: (session) => atLeast(session, <Counted count={session.traceCount ?? 0} word="turn" />),
  },
  {
    title: 'Errors',
    name: 'errors',
    isNumber: true,
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
    show: (session) => atLeast(session, <ColumnCost cost={session.totalCost ?? 0} tokens={session.totalTokens ?? 0} />),
  },
  {
    title: 'Duration',
    name: 'length',
    isNumber: true,
    show: ({ createdAt, lastTimestamp = createdAt }) =>
      lastTimestamp === createdAt ? '—' : duration(Date.parse(lastTimestamp) - Date.parse(createdAt)),
  },
  {
    title: 'Last turn',
    name: 'last',
    isNumber: true,
    show: ({ lastTimestamp }) => lastTimestamp && <Age time={lastTimestamp} />,
  },
  { title: 'Started', name: 'began', isNumber: true, show: ({ createdAt }) => <Age time={createdAt} /> },
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
      className={styles.value}
      title={`Only with this ${COLUMN_WORDS[name]}: ${value}`}
      onClick={() => narrow(name, value)}
    >
      <SentWord text={value} />
    </button>
  );
}

/** Count; with its noun on cards, which have no headings. */
const Counted = ({ count: counted, word }: { readonly count: number; readonly word: string }) => (
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
function atLeast({ isWhole = true, traceCount = 0 }: ListedSession, shown: React.ReactNode): React.ReactNode {
  if (isWhole) return shown;
  return <span title={`Of its first ${count(traceCount)} turns. Open the session for all of them.`}>{shown}+</span>;
}

interface SessionTableProps {
  readonly address: SessionsAddress;
  readonly sessions: readonly ListedSession[];
}

/** Page of sessions. */
export function SessionTable({ address, sessions }: SessionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useKeys(
    useMemo(() => {
      const go = (by: 1 | -1) => () => {
        const links = [...(body.current?.querySelectorAll('a') ?? [])];
        const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true);
        const link = links[at < 0 ? 0 : at + by];
        link?.focus({ preventScroll: true });
        link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
      };
      return {
        title: 'Sessions',
        keys: [
          { key: 'j', help: 'next session', run: go(1) },
          { key: 'k', help: 'previous session', run: go(-1) },
          { key: 'ArrowDown', help: 'next session', run: go(1) },
          { key: 'ArrowUp', help: 'previous session', run: go(-1) },
        ],
      };
    }, []),
  );
  const narrow: Narrow = (name, value) => navigate({ ...address, [name]: value, after: null });
  const open = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void => {
    if ((target as Element).closest('a, button') !== null || getSelection()?.isCollapsed === false) return;
    currentTarget.querySelector('a')?.click();
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Begins with</th>
          {COLUMNS.map(({ title, name, isNumber }) => (
            <th key={name} scope="col" data-column={name} data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {sessions.map((session) => (
          <tr key={session.id} onClick={open}>
            <td data-column="id">
              <Link to={{ page: 'session', id: session.id, page_: 1 }} title={session.id}>
                <SentWord text={session.id} />
              </Link>
            </td>
            <td data-column="words">
              <Words session={session} />
            </td>
            {COLUMNS.map(({ name, isNumber, show }) => (
              <td key={name} data-column={name} data-number={isNumber}>
                {show(session, narrow)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
