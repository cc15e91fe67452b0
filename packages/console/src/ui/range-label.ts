import { spanText } from '../format/times';
import { ALL_TIME, type RANGES, endsOf, isNamed } from '../url/time-range';

const LABELS: Readonly<Record<keyof typeof RANGES, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

/** Formats a range for display. */
export function rangeLabel(range: string): string {
  if (isNamed(range)) return LABELS[range];
  if (range === ALL_TIME) return 'Any time';
  const ends = endsOf(range);
  return ends === undefined ? range : spanText(ends.fromMs, ends.toMs);
}
