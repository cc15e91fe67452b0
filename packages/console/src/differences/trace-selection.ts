import { sentenceOf } from '../list/filter-words';
import { conditionsOf } from '../list/selection';
import type { Pick } from '../url/differences-address';
import { type Filter, operatorOf } from '../url/filters';
import { rangeLabel } from '../ui/range-label';
import { boundsOf } from '../url/time-bounds';

/** Returns whether a selection has any condition. */
export const isAnyPicked = ({ failed, slowFrom, slowTo, costFrom, during }: Pick): boolean =>
  failed || [slowFrom, slowTo, costFrom, during].some((each) => each !== undefined);

/** Returns the conditions of a selection as filters of the list, except the time. */
export function filtersOf({ failed, slowFrom, slowTo, costFrom }: Pick): readonly Filter[] {
  const filters: Filter[] = [];
  if (failed) filters.push({ name: 'level', value: 'ERROR' });
  if (slowFrom !== undefined) filters.push({ name: 'latency', operator: 'gte', value: String(slowFrom) });
  if (slowTo !== undefined) filters.push({ name: 'latency', operator: 'lt', value: String(slowTo) });
  if (costFrom !== undefined) filters.push({ name: 'totalCost', operator: 'gte', value: String(costFrom) });
  return filters;
}

/** Describes the conditions of a selection: `level is ERROR and latency is at least 2.00 s`. */
export const pickWords = (pick: Pick): string =>
  [
    ...filtersOf(pick).map((filter) => sentenceOf(filter.name, operatorOf(filter), [filter.value])),
    ...(pick.during === undefined ? [] : [rangeLabel(pick.during)]),
  ].join(' and ');

/** Converts a selection, including its time, to the parameter `picked` of the API; undefined without conditions. */
export function pickedParameter(pick: Pick): string | undefined {
  if (!isAnyPicked(pick)) return undefined;
  const { from, to } = pick.during === undefined ? {} : boundsOf(pick.during, 0);
  const time = (operator: string, value: string | undefined) =>
    value === undefined ? [] : [{ type: 'datetime', column: 'timestamp', operator, value }];
  return JSON.stringify([...conditionsOf(filtersOf(pick)), ...time('>=', from), ...time('<=', to)]);
}

/** Returns the threshold of the highest twentieth in two digits; undefined if values do not differ. */
export function highest({
  p50,
  p95,
}: {
  readonly p50: number | null;
  readonly p95: number | null;
}): number | undefined {
  if (p50 === null || p95 === null || p95 <= p50) return undefined;
  return Number(p95.toPrecision(2));
}
