import { count } from '../format/numbers';
import { usdAlike } from '../format/align-usd';
import { Table } from '../ui/table';
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
    <Table
      className={styles.table}
      caption={source === undefined ? undefined : <Source source={source} />}
      columns={[
        { name: 'usageType', title: 'Usage type', isHead: true, show: ({ title }) => <bdi>{title}</bdi> },
        {
          ...{ name: 'tokens', title: 'Tokens', isNumber: true },
          show: ({ tokens }) => (tokens === undefined ? '—' : count(tokens)),
        },
        {
          ...{ name: 'cost', title: 'Cost', isNumber: true },
          show: ({ cost }) => (cost === undefined ? '—' : usd(cost)),
          cell: ({ cost }) => ({
            title: cost === undefined ? 'Unknown, or counted with another usage type' : undefined,
          }),
        },
      ]}
      rows={rows}
      keyOf={({ usageType }) => usageType}
      attributesOf={({ usageType }) => ({ 'data-total': usageType === 'total' })}
    />
  );
}

function Source({ source }: { readonly source: string }) {
  if (source === 'sent') return 'Costs as they were sent';
  return (
    <>
      Costs computed by the prices of <bdi>{source}</bdi>
    </>
  );
}
