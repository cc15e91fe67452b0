import { spanText } from '../format/times';
import { endsOf } from '../url/time-bounds';
import { ALL_TIME } from '../url/time-range';

const LABELS: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '1d': 'Today',
  week: 'This week',
  'last-week': 'Last week',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 365 days',
  month: 'This month',
  'last-month': 'Last month',
  [ALL_TIME]: 'Any time',
};

/** Formats a range for display. */
export function rangeLabel(range: string): string {
  if (Object.hasOwn(LABELS, range)) return LABELS[range] ?? range;
  if (/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/.test(range)) return range.replace('/', ' to ');
  const ends = endsOf(range);
  return ends === undefined ? range : spanText(ends.fromMs, ends.toMs);
}
