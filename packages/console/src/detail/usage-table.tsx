import { count } from '../format/numbers';
import { usdAlike } from '../format/align-usd';
import { usageRows } from './usage-rows';
import styles from './usage-table.module.css';

interface UsageTableProps {
  readonly usage: Readonly<Record<string, number>>;
  readonly costs: Readonly<Record<string, number>>;
  /** Source of the costs: `sent`, or a price table with its version; undefined if unknown. */
  readonly source: string | undefined;
}

/** Table of tokens and cost by usage type. */
export function UsageTable({ usage, costs, source }: UsageTableProps) {
  const rows = usageRows(usage, costs);
  const usd = usdAlike(rows.map(({ cost }) => cost));
  return (
    <table className={styles.table}>
      {source !== undefined && (
        <caption className={styles.source}>
          {source === 'sent' ? (
            'Costs as they were sent'
          ) : (
            <>
              Costs computed by the prices of <bdi>{source}</bdi>
            </>
          )}
        </caption>
      )}
      <thead>
        <tr>
          <th scope="col">Bucket</th>
          <th scope="col">Tokens</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ bucket, title, tokens, cost }) => (
          <tr key={bucket} data-total={bucket === 'total'}>
            <th scope="row">
              <bdi>{title}</bdi>
            </th>
            <td>{tokens === undefined ? '—' : count(tokens)}</td>
            <td title={cost === undefined ? 'Unknown, or counted with another bucket' : undefined}>
              {cost === undefined ? '—' : usd(cost)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
