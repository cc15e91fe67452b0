import { type Filter, readFilters, writeFilter } from './filters';
import type { QueryPart } from './query';
import { DEFAULT_LIST } from './list-address';
import { readRange } from './time-range';

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
  /** Range of all compared traces, as in `ListAddress`. */
  readonly range: string;
  readonly filters: readonly Filter[];
}

declare module './address' {
  interface Addresses {
    readonly different: DifferencesAddress;
  }
}

export const NOTHING_PICKED: Pick = { failed: false };

export function readDifferent(parameters: URLSearchParams): DifferencesAddress {
  const given = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === null || value.trim() === '' ? undefined : value;
  };
  const number = (name: string): number | undefined => {
    const value = Number(given(name) ?? NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  return {
    page: 'different',
    range: readRange(parameters, DEFAULT_LIST.range),
    filters: readFilters(parameters),
    failed: parameters.get('failed') === '1',
    slowFrom: number('slowFrom'),
    slowTo: number('slowTo'),
    costFrom: number('costFrom'),
    during: given('during'),
  };
}

/** Writes parameters of the address: the reverse of `readDifferent`. */
export function writeDifferent(address: DifferencesAddress): readonly QueryPart[] {
  const { range, filters, failed, slowFrom, slowTo, costFrom, during } = address;
  const number = (value: number | undefined): string | undefined => value?.toString();
  return [
    ['range', range, DEFAULT_LIST.range],
    ...filters.map(writeFilter),
    ['failed', failed ? '1' : '0', '0'],
    ['slowFrom', number(slowFrom)],
    ['slowTo', number(slowTo)],
    ['costFrom', number(costFrom)],
    ['during', during],
  ];
}
