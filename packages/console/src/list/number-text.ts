import type { ListedTrace } from '../api/types';
import { compact, count, duration } from '../format/numbers';
import { age } from '../format/times';
import { usdInColumn } from '../format/format-usd-column';
import { type ColumnId, columnOf } from './columns';

/** Value of a trace in a column of numbers, as it is shown; undefined of texts and where there is none. */
export function numberText(id: ColumnId, trace: ListedTrace): string | undefined {
  const value = columnOf(id).values?.(trace)[0];
  switch (id) {
    case 'timestamp':
      return age(trace.timestamp, Date.now());
    case 'latency':
      return value && duration(Number(value) * 1000);
    case 'totalCost':
      return value && usdInColumn(Number(value));
    case 'totalTokens':
    case 'inputTokens':
    case 'outputTokens':
      return value === '0' ? '—' : value && compact(Number(value));
    case 'observationCount':
    case 'errorCount':
    case 'warningCount':
      return value && count(Number(value));
    default:
      return undefined;
  }
}

/** Letters of the longest number that a column shows of traces; 0 for a column of texts. */
export const lettersOf = (id: ColumnId, traces: readonly ListedTrace[]): number =>
  traces.reduce((most, trace) => Math.max(most, numberText(id, trace)?.length ?? 0), 0);
