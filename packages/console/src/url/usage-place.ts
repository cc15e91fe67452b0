import { type QueryPart, readWord, unless, withQuery } from './query';

/** What the bars of the days are high by. */
export const MEASURES = ['cost', 'tokens', 'observations', 'traces'] as const;
export type Measure = (typeof MEASURES)[number];

/** What the traces that are counted have to have, as the list of traces calls it. */
export const USAGE_FILTERS = ['name', 'userId', 'sessionId', 'tags', 'environment', 'release', 'version'] as const;
export type UsageFilterName = (typeof USAGE_FILTERS)[number];

export interface UsageFilter {
  readonly name: UsageFilterName;
  readonly value: string;
}

/** Tokens and cost by day. */
export interface UsagePlace {
  readonly page: 'usage';
  /** `30d` counts back from today; or the first and the last day, `2026-11-01/2026-11-20`. Days of UTC. */
  readonly range: string;
  readonly measure: Measure;
  readonly filters: readonly UsageFilter[];
  /** The one model that is shown. */
  readonly model: string | undefined;
}

export const DEFAULT_USAGE: UsagePlace = {
  page: 'usage',
  range: '30d',
  measure: 'cost',
  filters: [],
  model: undefined,
};

export function readUsage(parameters: URLSearchParams): UsagePlace {
  return {
    page: 'usage',
    range: parameters.get('range') ?? DEFAULT_USAGE.range,
    measure: readWord(parameters.get('measure'), MEASURES),
    filters: [...parameters].flatMap(([name, value]) => (isFilter(name) && value !== '' ? [{ name, value }] : [])),
    model: parameters.get('model') ?? undefined,
  };
}

export function writeUsage({ range, measure, filters, model }: UsagePlace): string {
  return withQuery('usage', [
    ['range', unless(range, DEFAULT_USAGE.range)],
    ['measure', unless(measure, DEFAULT_USAGE.measure)],
    ...filters.map(({ name, value }): QueryPart => [name, value]),
    ['model', model],
  ]);
}

const isFilter = (name: string): name is UsageFilterName => (USAGE_FILTERS as readonly string[]).includes(name);
