/** Ranges that end now, by what they are called in the address. */
export const RANGES = {
  '15m': 15 * 60,
  '1h': 3600,
  '6h': 6 * 3600,
  '24h': 86_400,
  '7d': 7 * 86_400,
  '30d': 30 * 86_400,
} as const;

const LABELS: Readonly<Record<keyof typeof RANGES, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

const isRange = (text: string): text is keyof typeof RANGES => Object.hasOwn(RANGES, text);

export function rangeLabel(range: string): string {
  if (isRange(range)) return LABELS[range];
  return range.split('/').join(' to ');
}

/** The ends of a range as the API takes them; `to` is open for one that ends now. */
export function boundsOf(range: string, now: number): { readonly from: string; readonly to: string | undefined } {
  if (isRange(range)) return { from: new Date(now - RANGES[range] * 1000).toISOString(), to: undefined };
  const [from = '', to] = range.split('/');
  return { from, to };
}
