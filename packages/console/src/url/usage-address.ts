import { type Filter, readFilters, writeFilter } from './filters';
import { readWord, withQuery } from './query';

/** What the bars of the days are high by. */
export const MEASURES = ['cost', 'tokens', 'observations', 'traces'] as const;
export type Measure = (typeof MEASURES)[number];

/** Tokens and cost by day. */
export interface UsageAddress {
  readonly page: 'usage';
  /** `30d` counts back from today; or the first and the last day, `2026-11-01/2026-11-20`. Days of UTC. */
  readonly range: string;
  readonly measure: Measure;
  /** What the traces have to have that are counted. */
  readonly filters: readonly Filter[];
  /** The one model that is shown. */
  readonly model: string | undefined;
  /** Whether what grew the most comes first, and not what there is the most of. */
  readonly isByGrowth: boolean;
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

/** A range of days: those that end today, those with a name, or the first and the last one; of another text the usual one. */
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
    // The model that is shown is no filter.
    filters: readFilters(parameters).filter(({ name, operator }) => name !== 'model' || operator !== undefined),
    model: parameters.get('model') ?? undefined,
    isByGrowth: parameters.get('by') === GROWTH,
  };
}

export function writeUsage({ range, measure, filters, model, isByGrowth }: UsageAddress, query = withQuery): string {
  return query('usage', [
    ['range', range, DEFAULT_USAGE.range],
    ['measure', measure, DEFAULT_USAGE.measure],
    ...filters.map(writeFilter),
    ['model', model],
    ['by', isByGrowth ? GROWTH : undefined],
  ]);
}
