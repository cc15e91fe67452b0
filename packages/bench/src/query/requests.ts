import { LONG_TRACE, METRICS, MODELS, RELEASES, REGIONS, TAGS, TRACE_NAMES, VERSIONS } from '../seed/seed-shape';

/** A request to be measured, under the name that the table gives it. */
export interface NamedRequest {
  readonly name: string;
  readonly path: string;
}

/** List requests of one filter, in every order. */
export interface FilteredLists {
  readonly name: string;
  readonly byOrder: readonly NamedRequest[];
}

const DAY_MS = 86_400_000;

const ORDERS = [
  'timestamp.desc',
  'timestamp.asc',
  'name.asc',
  'userId.asc',
  'sessionId.asc',
  'release.asc',
  'version.asc',
  'environment.asc',
  'latency.desc',
  'totalCost.desc',
  'id.asc',
];

type Parameters = Readonly<Record<string, string>>;

function filters(newest: Date): readonly (readonly [name: string, filter: Parameters])[] {
  const daysBefore = (days: number): string => new Date(newest.getTime() - days * DAY_MS).toISOString();
  const [chat, beta, incident] = TAGS.map(({ tag }) => tag);
  return [
    ['no filter', {}],
    ['no filter, page 1000', { page: '1000' }],
    ['last day', { fromTimestamp: daysBefore(1) }],
    ['last 7 days', { fromTimestamp: daysBefore(7) }],
    ['name (5 %)', { name: TRACE_NAMES[2] ?? '' }],
    ['user of many traces', { userId: 'user-0' }],
    ['user of few traces', { userId: 'user-9000' }],
    ['session', { sessionId: 'session-4711' }],
    ['release (20 %)', { release: RELEASES[1] }],
    ['version (33 %)', { version: VERSIONS[1] }],
    ['environment (70 %)', { environment: 'production' }],
    ['environment (10 %, default)', { environment: 'default' }],
    ['tag (30 %)', { tags: chat ?? '' }],
    ['tag (5 %)', { tags: beta ?? '' }],
    ['tag (0.1 %)', { tags: incident ?? '' }],
    ['two tags (1.5 %)', { tags: `${chat ?? ''},${beta ?? ''}` }],
    ['name, last day', { name: TRACE_NAMES[2] ?? '', fromTimestamp: daysBefore(1) }],
    ['release, version, tag', { release: RELEASES[1], version: VERSIONS[1], tags: chat ?? '' }],
    ['no match', { userId: 'nobody' }],
  ];
}

export function listRequests(newest: Date): readonly FilteredLists[] {
  return filters(newest).map(([name, filter]) => ({
    name,
    byOrder: ORDERS.map((order) => ({ name: order, path: path('/api/public/traces', { ...filter, orderBy: order }) })),
  }));
}

export function detailPath(traceId: string): string {
  return `/api/public/traces/${traceId}`;
}

/** What an answer's parts cost: the newest traces with and without their input, output and observation ids. */
export const SINGLE_REQUESTS: readonly NamedRequest[] = [
  { name: 'list of the newest 50, fields=core', path: path('/api/public/traces', { fields: 'core' }) },
  { name: 'list of the newest 50, all fields', path: path('/api/public/traces', {}) },
  { name: `detail of a trace with ${LONG_TRACE.observations} observations`, path: detailPath(LONG_TRACE.id) },
];

/** The aggregates, each over the time of the seeded data unless it has its own. */
export function aggregateRequests(newest: Date, days: number): readonly NamedRequest[] {
  const from = new Date(newest.getTime() - days * DAY_MS).toISOString();
  const hoursBefore = (hours: number): string => new Date(newest.getTime() - (hours * DAY_MS) / 24).toISOString();
  const daily = (name: string, filter: Parameters): NamedRequest => ({
    name: `daily, ${name}`,
    path: path('/api/public/metrics/daily', filter),
  });
  const metric = (name: string, query: Parameters): NamedRequest => ({
    name: `metric, ${name}`,
    path: path('/api/public/metrics/query', { name: METRICS[0], to: newest.toISOString(), ...query }),
  });
  const { name: model } = MODELS[0];
  return [
    daily('no filter', {}),
    daily(`${days} days to the second`, { fromTimestamp: from, toTimestamp: newest.toISOString() }),
    daily('last 7 days', { fromTimestamp: hoursBefore(7 * 24) }),
    daily('name (5 %)', { traceName: TRACE_NAMES[2] ?? '' }),
    daily('user of many traces', { userId: 'user-0' }),
    daily('user of few traces', { userId: 'user-9000' }),
    daily('release (20 %)', { release: RELEASES[1] }),
    daily('version (33 %)', { version: VERSIONS[1] }),
    daily('tag (30 %)', { tags: TAGS[0].tag }),
    daily('tag (0.1 %)', { tags: TAGS[2].tag }),
    metric('1 hour by minute, p99 by model', { from: hoursBefore(1), agg: 'p99', group_by: 'model' }),
    metric('1 day by minute, avg', { from: hoursBefore(24) }),
    metric('1 day by 5 minutes, p99 by model', { from: hoursBefore(24), step: '5m', agg: 'p99', group_by: 'model' }),
    metric(`${days} days by hour, p99`, { from, step: '1h', agg: 'p99' }),
    metric(`${days} days by hour, avg by region`, { from, step: '1h', group_by: 'region' }),
    metric(`${days} days by day, last by model`, { from, step: '1d', agg: 'last', group_by: 'model' }),
    metric(`${days} days by hour, one series`, {
      from,
      step: '1h',
      labels: JSON.stringify({ model, region: REGIONS[1] }),
    }),
    { name: 'metric names', path: '/api/public/metrics/names' },
  ];
}

function path(base: string, parameters: Parameters): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? base : `${base}?${query}`;
}
