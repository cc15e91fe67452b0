import type { ListedSession } from '../api/types';
import { age, fullTime } from '../format/times';
import { Link } from '../url/link';
import styles from './session-table.module.css';

/** A page of sessions. */
export function SessionTable({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const now = Date.now();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Environment</th>
          <th scope="col" className={styles.number}>
            Began
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, environment, createdAt }) => (
          <tr key={id}>
            <td>
              <Link to={{ page: 'session', id, page_: 1 }}>
                <bdi>{id}</bdi>
              </Link>
            </td>
            <td>
              <bdi>{environment}</bdi>
            </td>
            <td className={styles.number}>
              <time dateTime={createdAt} title={fullTime(createdAt)}>
                {age(createdAt, now)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
