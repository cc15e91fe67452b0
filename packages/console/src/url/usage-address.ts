import { type Filter, readFilters, writeFilter } from './filters';
import { type QueryPart, readWord } from './query';

/** Measure of the bars. */
export const MEASURES = ['cost', 'tokens', 'observations', 'traces'] as const;
export type Measure = (typeof MEASURES)[number];

/** Address of the usage page. */
export interface UsageAddress {
  readonly page: 'usage';
  /** Range of UTC days: `30d` ends today; or first and last day, `2026-11-01/2026-11-20`. */
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

const GROWTH = 'growth';

export const DEFAULT_USAGE: UsageAddress = {
  page: 'usage',
  range: '30d',
  measure: 'cost',
  filters: [],
  model: undefined,
  isByGrowth: false,
};

/** Reads a range of days: a number of days that ends today, a name, or the first and the last day; an invalid text is the default range. */
function readDays(range: string | null): string {
  const ends = range?.split('/') ?? [];
  const isDays = ends.length === 2 && ends.every((end) => end.length === 10 && !Number.isNaN(Date.parse(end)));
  return range !== null && (isDays || /^(?:[1-9]\d{0,3}d|(?:last-)?(?:week|month))$/.test(range))
    ? range
    : DEFAULT_USAGE.range;
}

export function readUsage(parameters: URLSearchParams): UsageAddress {
  return {
    page: 'usage',
    range: readDays(parameters.get('range')),
    measure: readWord(parameters.get('measure'), MEASURES),
    // The shown model is no filter.
    filters: readFilters(parameters).filter(({ name, operator }) => name !== 'model' || operator !== undefined),
    model: parameters.get('model') ?? undefined,
    isByGrowth: parameters.get('by') === GROWTH,
  };
}

export function writeUsage({ range, measure, filters, model, isByGrowth }: UsageAddress): readonly QueryPart[] {
  return [
    ['range', range, DEFAULT_USAGE.range],
    ['measure', measure, DEFAULT_USAGE.measure],
    ...filters.map(writeFilter),
    ['model', model],
    ['by', isByGrowth ? GROWTH : undefined],
  ];
}
