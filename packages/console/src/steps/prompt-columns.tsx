import { percentDelta } from '../format/deltas';
import { usd } from '../format/numbers';
import { Cost } from '../ui/cost';
import type { Column } from '../ui/table';
import { costOfCall, versionBefore } from './cost-of-call';
import type { Group } from './step-group';

/** Builds the columns of prompts: the cost of a call, and its change against the version before. */
export const promptColumns = (groups: readonly Group[]): readonly Column<Group>[] => [
  {
    ...{ name: 'callCost', title: 'Cost a call', isNumber: true, orderBy: 'callCost' },
    show: (group) => <Cost cost={costOfCall(group)} tokens={group.totalTokens} />,
  },
  {
    ...{ name: 'change', title: 'Change', isNumber: true, orderBy: 'change' },
    show: (group) => <Change group={group} before={versionBefore(group, groups)} />,
  },
];

function Change({ group, before }: { readonly group: Group; readonly before: Group | undefined }) {
  if (before === undefined) return <span title="There is no earlier version here">—</span>;
  const [from, to] = [costOfCall(before), costOfCall(group)];
  return (
    <span title={`v${before.promptVersion}: ${usd(from)} a call`}>
      {percentDelta(from, to) || (from > 0 ? '=' : '—')}
    </span>
  );
}
