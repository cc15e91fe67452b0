import type { ListedSession } from '../api/types';
import { compact, count, duration } from '../format/numbers';
import { Age } from '../ui/age';
import { Cost } from '../ui/cost';
import { SentWord } from '../ui/sent-word';
import { Link } from '../url/link';
import { firstWords } from './first-words';
import styles from './session-table.module.css';

interface Column {
  readonly title: string;
  readonly isNumber: boolean;
  readonly show: (session: ListedSession) => React.ReactNode;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'User',
    isNumber: false,
    show: ({ users = [], userCount = 0 }) =>
      userCount > 0 && (
        <span title={users.join(', ')}>
          <bdi>{users[0]}</bdi>
          {userCount > 1 && ` +${count(userCount - 1)}`}
        </span>
      ),
  },
  { title: 'Environment', isNumber: false, show: ({ environment }) => <SentWord text={environment} /> },
  { title: 'Turns', isNumber: true, show: (session) => atLeast(session, count(session.traceCount ?? 0)) },
  {
    title: 'Errors',
    isNumber: true,
    show: ({ failedTraceCount = 0 }) =>
      failedTraceCount === 0 ? (
        '0'
      ) : (
        <span className={styles.errors} title={`${count(failedTraceCount)} turns with errors`}>
          ! {count(failedTraceCount)}
        </span>
      ),
  },
  {
    title: 'Tokens',
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
    isNumber: true,
    show: (session) => atLeast(session, <Cost cost={session.totalCost ?? 0} tokens={session.totalTokens ?? 0} />),
  },
  {
    title: 'First to last',
    isNumber: true,
    show: ({ createdAt, lastTimestamp = createdAt }) =>
      lastTimestamp === createdAt ? '—' : duration(Date.parse(lastTimestamp) - Date.parse(createdAt)),
  },
  { title: 'Last turn', isNumber: true, show: ({ lastTimestamp }) => lastTimestamp && <Age time={lastTimestamp} /> },
  { title: 'Began', isNumber: true, show: ({ createdAt }) => <Age time={createdAt} /> },
];

/** A sum of a session; of one with more turns than the API sums up in a list it is of the first ones alone. */
function atLeast({ isWhole = true, traceCount = 0 }: ListedSession, shown: React.ReactNode): React.ReactNode {
  if (isWhole) return shown;
  return <span title={`Of its first ${count(traceCount)} turns. Open the session for all of them.`}>{shown}+</span>;
}

/** A page of sessions. */
export function SessionTable({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Begins with</th>
          {COLUMNS.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber ? styles.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td className={styles.id}>
              <Link to={{ page: 'session', id: session.id, page_: 1 }} title={session.id}>
                <SentWord text={session.id} />
              </Link>
            </td>
            <td className={styles.words}>
              <Words session={session} />
            </td>
            {COLUMNS.map(({ title, isNumber, show }) => (
              <td key={title} className={isNumber ? styles.number : undefined}>
                {show(session)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was said first; where nothing was, what its first trace is called. */
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
