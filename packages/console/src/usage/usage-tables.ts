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

/** Returns null for an unknown cost, which the API returns as 0. */
const known = (cost: number): number | null => (cost === 0 ? null : cost);

/**
 * Lists days and models as rows below a heading, the first day first. Observations without a model are a row with an empty model, so that
 * the rows of a day add up; on a day without such an entry this row has no tokens.
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
      // Sums of doubles differ in their last digits; such a difference is no cost.
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

/** Lists groups as rows below a heading. @param head name of the group field: `user` */
export const groupRows = (head: string, groups: readonly TraceGroup[]): readonly (readonly CsvCell[])[] => [
  [head, ...GROUP_HEADS],
  ...groups.map((group) => [
    ...[group.value, group.count, group.errors, group.inputTokens, group.outputTokens, group.totalTokens],
    ...[known(group.totalCost), group.fromTimestamp, group.toTimestamp],
  ]),
];
