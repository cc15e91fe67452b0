import type { ListedTrace } from '../api/types';
import { compact, count, duration } from '../format/numbers';
import { age } from '../format/times';
import { usdInColumn } from '../format/format-usd-column';
import { type ColumnId, columnOf } from './columns';

/** Formats the number of a trace in a column; undefined for a column of texts and for a missing value. */
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

/** Returns the characters of the longest number in a column; 0 for a column of texts. */
export const lettersOf = (id: ColumnId, traces: readonly ListedTrace[]): number =>
  traces.reduce((most, trace) => Math.max(most, numberText(id, trace)?.length ?? 0), 0);
