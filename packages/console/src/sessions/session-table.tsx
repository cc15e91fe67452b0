import type { ListedSession, TraceGroup } from '../api/types';
import { compact, count, duration } from '../format/numbers';
import { Age } from '../ui/age';
import { Cost } from '../ui/cost';
import { Link } from '../url/link';
import styles from './session-table.module.css';
import { useSessionSums } from './use-session-sums';

interface Column {
  readonly title: string;
  readonly show: (sums: TraceGroup) => React.ReactNode;
}

const COLUMNS: readonly Column[] = [
  { title: 'Turns', show: (sums) => count(sums.count) },
  {
    title: 'Errors',

    show: ({ errors }) =>
      errors === 0 ? (
        '0'
      ) : (
        <span className={styles.errors} title={`${count(errors)} turns with errors`}>
          ! {count(errors)}
        </span>
      ),
  },
  {
    title: 'Tokens',

    show: ({ totalTokens, inputTokens, outputTokens }) =>
      totalTokens === 0 ? (
        '—'
      ) : (
        <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>{compact(totalTokens)}</span>
      ),
  },
  {
    title: 'Cost',

    show: ({ totalCost, totalTokens }) => <Cost cost={totalCost} tokens={totalTokens} />,
  },
  {
    title: 'From first to last turn',

    show: ({ count: turns, fromTimestamp, toTimestamp }) =>
      turns === 1 ? '—' : duration(Date.parse(toTimestamp) - Date.parse(fromTimestamp)),
  },
  { title: 'Last turn', show: ({ toTimestamp }) => <Age time={toTimestamp} /> },
];

/** A page of sessions. What their traces sum up to comes after them. */
export function SessionTable({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const sums = useSessionSums(sessions.map(({ id }) => id));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Environment</th>
          {COLUMNS.map(({ title }) => (
            <th key={title} scope="col" className={styles.number}>
              {title}
            </th>
          ))}
          <th scope="col" className={styles.number}>
            Began
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, environment, createdAt }) => {
          const own = sums?.get(id);
          return (
            <tr key={id}>
              <td className={styles.id}>
                <Link to={{ page: 'session', id, page_: 1 }} title={id}>
                  <bdi>{id}</bdi>
                </Link>
              </td>
              <td>
                <bdi>{environment}</bdi>
              </td>
              {COLUMNS.map(({ title, show }) => (
                <td key={title} className={styles.number}>
                  {own === undefined ? '' : show(own)}
                </td>
              ))}
              <td className={styles.number}>
                <Age time={createdAt} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
