import type { TraceGroup, UsageDay } from '../api/types';
import type { CsvCell } from '../format/csv';

const DAY_HEADS = [
  'day (UTC)',
  'model',
  'observations',
  'traces',
  'input tokens',
  'output tokens',
  'tokens',
  'cost (USD)',
];

/** A cost that is not known has no value; the API says 0 of it. */
const known = (cost: number): number | null => (cost === 0 ? null : cost);

/**
 * Days and models as rows with a head, the first day first. Observations without a model are a row with an empty one, so that the figures
 * of a day add up; those of a day without such an entry have no tokens.
 */
export function dayRows(days: readonly UsageDay[]): readonly (readonly CsvCell[])[] {
  const rows = days.toReversed().flatMap(({ date, countObservations, totalCost, usage }) => {
    const observations = countObservations - sum(usage, ({ countObservations: count }) => count);
    const cost = Math.max(0, totalCost - sum(usage, ({ totalCost: each }) => each));
    return [
      ...usage.map((each) => [
        ...[date, each.model ?? '', each.countObservations, each.countTraces],
        ...[each.inputUsage, each.outputUsage, each.totalUsage, known(each.totalCost)],
      ]),
      // Sums of doubles differ in their last digits: that is no cost.
      ...(observations > 0
        ? [[date, '', observations, null, null, null, null, known(cost > totalCost * 1e-9 ? cost : 0)]]
        : []),
    ];
  });
  return [DAY_HEADS, ...rows];
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

const GROUP_HEADS = ['traces', 'with errors', 'input tokens', 'output tokens', 'tokens', 'cost (USD)', 'first', 'last'];

/** Groups as rows with a head. @param head what they have in common: `user` */
export const groupRows = (head: string, groups: readonly TraceGroup[]): readonly (readonly CsvCell[])[] => [
  [head, ...GROUP_HEADS],
  ...groups.map((group) => [
    ...[group.value, group.count, group.errors, group.inputTokens, group.outputTokens, group.totalTokens],
    ...[known(group.totalCost), group.fromTimestamp, group.toTimestamp],
  ]),
];
