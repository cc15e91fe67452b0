import { addressForm, flag, text, word } from './address-form';
import { type Filter, TRACE_FILTERS } from './filters';
import { RANGE } from './time-range';

/** Measure of the bars. */
export const MEASURES = ['cost', 'tokens', 'observations', 'traces'] as const;
export type Measure = (typeof MEASURES)[number];

/** Address of the usage page. */
export interface UsageAddress {
  readonly page: 'usage';
  /** Range as in `TracesAddress`, of which all UTC days are counted: `30d`, or first and last day, `2026-11-01/2026-11-20`. */
  readonly range: string;
  readonly measure: Measure;
  /** Filters of the counted traces. */
  readonly filters: readonly Filter[];
  /** Only model that is shown. */
  readonly model: string | undefined;
  /** Whether tables are ordered by growth instead of by value. */
  readonly isByGrowth: boolean;
}

declare module './address' {
  interface Addresses {
    readonly usage: UsageAddress;
  }
}

export const USAGE = addressForm<UsageAddress>('usage', {
  range: RANGE,
  measure: word('measure', MEASURES),
  filters: {
    ...TRACE_FILTERS,
    // The shown model is no filter.
    read: (parameters) =>
      TRACE_FILTERS.read(parameters, '').filter(({ name, operator }) => name !== 'model' || operator !== undefined),
  },
  model: text('model'),
  isByGrowth: flag('by', 'growth'),
});
