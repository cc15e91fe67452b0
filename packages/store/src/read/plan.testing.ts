import type { Pool } from 'pg';
import type { Statement } from './database';

interface PlanNode {
  readonly Plans?: readonly PlanNode[];
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
}

export interface RowsRead {
  /** Rows, or entries of an index, that its scans returned or removed. */
  readonly scanned: number;
  /** Rows that a filter removed. */
  readonly removed: number;
}

function rowsOf({ Plans = [], ...node }: PlanNode): RowsRead {
  const removed = node['Actual Loops'] * (node['Rows Removed by Filter'] ?? 0);
  const isScan = Plans.length === 0;
  const scanned = isScan ? node['Actual Loops'] * node['Actual Rows'] + removed : 0;
  return Plans.map(rowsOf).reduce(
    (sum, plan) => ({ scanned: sum.scanned + plan.scanned, removed: sum.removed + plan.removed }),
    { scanned, removed },
  );
}

/** Runs a statement, and counts the rows that its plan read. */
export async function rowsReadBy(owner: Pool, { text, values = [] }: Statement): Promise<RowsRead> {
  const { rows } = await owner.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  );
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error('no plan');
  return rowsOf(explained.Plan);
}
