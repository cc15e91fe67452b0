import { type Member, addressForm, flag, member, text } from './address-form';
import { type Filter, TRACE_FILTERS } from './filters';
import { RANGE } from './time-range';

/** Traces that are selected to find their differences from others. A trace must meet all conditions. */
export interface Pick {
  /** Whether a trace must have an error. */
  readonly failed: boolean;
  /** Latency in seconds: lower bound included, upper bound excluded. */
  readonly slowFrom?: number | undefined;
  readonly slowTo?: number | undefined;
  /** Least cost in USD. */
  readonly costFrom?: number | undefined;
  /** Two ISO times with `/` between them. */
  readonly during?: string | undefined;
}

/** Address of the page of differences. */
export interface DifferencesAddress extends Pick {
  readonly page: 'different';
  /** Range of all compared traces, as in `TracesAddress`. */
  readonly range: string;
  readonly filters: readonly Filter[];
}

declare module './address' {
  interface Addresses {
    readonly different: DifferencesAddress;
  }
}

export const NOTHING_PICKED: Pick = { failed: false };

/** Number, at least 0; absent if the parameter has no such number. */
const bound = (name: string): Member<number | undefined> =>
  member(name, (given) => {
    const value = given?.trim() ? Number(given) : NaN;
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  });

export const DIFFERENT = addressForm<DifferencesAddress>('different', {
  range: RANGE,
  filters: TRACE_FILTERS,
  failed: flag('failed'),
  slowFrom: bound('slowFrom'),
  slowTo: bound('slowTo'),
  costFrom: bound('costFrom'),
  during: text('during'),
});
