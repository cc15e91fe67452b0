import type { ListedTrace } from '../api/types';
import type { Pick } from '../url/different-place';
import type { Filter } from '../url/filters';
import { endsOf } from '../url/time-range';

/** Whether anything is asked of the traces that are picked. */
export const isAnyPicked = ({ failed, slowFrom, slowTo, costFrom, during }: Pick): boolean =>
  failed || [slowFrom, slowTo, costFrom, during].some((each) => each !== undefined);

/** What is asked of them as filters of the list; the time is not among them. */
export function filtersOf({ failed, slowFrom, slowTo, costFrom }: Pick): readonly Filter[] {
  const filters: Filter[] = [];
  if (failed) filters.push({ name: 'level', value: 'ERROR' });
  if (slowFrom !== undefined) filters.push({ name: 'latency', operator: 'gte', value: String(slowFrom) });
  if (slowTo !== undefined) filters.push({ name: 'latency', operator: 'lt', value: String(slowTo) });
  if (costFrom !== undefined) filters.push({ name: 'totalCost', operator: 'gte', value: String(costFrom) });
  return filters;
}

/** The same of a trace that the list has answered with its metrics and its summary. */
export function isPicked(trace: ListedTrace, { failed, slowFrom, slowTo, costFrom, during }: Pick): boolean {
  const { latency, totalCost, errorCount = 0, timestamp } = trace;
  if (failed && errorCount === 0) return false;
  if (slowFrom !== undefined && latency < slowFrom) return false;
  if (slowTo !== undefined && latency >= slowTo) return false;
  if (costFrom !== undefined && totalCost < costFrom) return false;
  const ends = during === undefined ? undefined : endsOf(during);
  if (ends === undefined) return true;
  const at = Date.parse(timestamp);
  return at >= ends.fromMs && at <= ends.toMs;
}

/** Above which a twentieth of them lies, in two digits; undefined where they do not differ. */
export function highest(values: readonly number[]): number | undefined {
  const ascending = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const at = ascending[Math.floor(ascending.length * 0.95)];
  if (at === undefined || at === ascending[0]) return undefined;
  return Number(at.toPrecision(2));
}
