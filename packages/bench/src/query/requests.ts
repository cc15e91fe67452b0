import { TRACE_ORDERS } from '@sluice/record';
import {
  BUSY_USER,
  LONG_TRACES,
  METRICS,
  MODELS,
  RELEASES,
  REGIONS,
  TAGS,
  TRACE_NAMES,
  VERSIONS,
  customerTag,
} from '../seed/seed-shape';

/** Request to be measured, with its name in the table. */
export interface NamedRequest {
  readonly name: string;
  readonly path: string;
  /** Paths of the same kind with other values, which are sent in turn with it. */
  readonly others?: readonly string[];
  /** Maximum 95th percentile in milliseconds at a million traces; undefined: no target. */
  readonly target?: number;
  /** The same for its first bytes. */
  readonly firstByteTarget?: number;
  /** Set where the product limits the time of the request, and answers 503 beyond. */
  readonly mayBeRefused?: boolean;
}

export type Parameters = Readonly<Record<string, string>>;

/** Filter of lists, and its maximum 95th percentile at a million traces, in milliseconds. */
export interface ListFilter {
  readonly name: string;
  readonly parameters: Parameters;
  readonly target: number;
}

const DAY_MS = 86_400_000;

/** Returns the time some days before another, as ISO 8601. */
export const daysBefore = (end: Date, days: number): string => new Date(end.getTime() - days * DAY_MS).toISOString();

/** Maximum duration of a list with one parameter, and with several. */
const ONE_MS = 60;
const SEVERAL_MS = 100;

export const ORDERS = TRACE_ORDERS.flatMap((field) => [`${field}.desc`, `${field}.asc`]);

const [chat, beta, incident] = TAGS.map(({ tag }) => tag) as [string, string, string];
const NAME = TRACE_NAMES[2] ?? '';
const RELEASE = RELEASES[4] ?? '';

export function listFilters(newest: Date): readonly ListFilter[] {
  const window = { fromTimestamp: daysBefore(newest, 20), toTimestamp: daysBefore(newest, 6) };
  const one = (name: string, parameters: Parameters): ListFilter => ({ name, parameters, target: ONE_MS });
  const several = (name: string, parameters: Parameters): ListFilter => ({ name, parameters, target: SEVERAL_MS });
  return [
    one('no filter', {}),
    one('last day', { fromTimestamp: daysBefore(newest, 1) }),
    one('last 7 days', { fromTimestamp: daysBefore(newest, 7) }),
    one('14 days in the middle', window),
    one('name (4.5 %)', { name: NAME }),
    one('user (36 %)', { userId: BUSY_USER }),
    one('user of few traces', { userId: 'user-9000' }),
    one('session', { sessionId: 'session-4711' }),
    one('release (10 %)', { release: RELEASE }),
    one('version (40 %)', { version: VERSIONS[0] }),
    one('environment (70 %)', { environment: 'production' }),
    one('environment (10 %, default)', { environment: 'default' }),
    one('tag (30 %)', { tags: chat }),
    one('tag (5 %)', { tags: beta }),
    one('tag (0.1 %)', { tags: incident }),
    one('tag (0.003 %)', { tags: customerTag(4711) }),
    one('no match', { userId: 'nobody' }),
    several('two tags (1.5 %)', { tags: `${chat},${beta}` }),
    several('name, last day', { name: NAME, fromTimestamp: daysBefore(newest, 1) }),
    several('user, 14 days', { userId: BUSY_USER, ...window }),
    several('environment, tag, 14 days', { environment: 'production', tags: beta, ...window }),
    several('user, name, tag, 14 days', { userId: BUSY_USER, name: NAME, tags: chat, ...window }),
    several('release, version, tag', { release: RELEASE, version: VERSIONS[1], tags: chat }),
  ];
}

export function listPath(parameters: Parameters): string {
  return path('/api/public/traces', parameters);
}

export function detailPath(traceId: string): string {
  return `/api/public/traces/${traceId}`;
}

/** Maximum duration of a detail by its number of observations: complete, and without input, output and metadata. */
const DETAIL_MS: Readonly<Record<number, readonly [all: number | undefined, core: number | undefined]>> = {
  1_000: [60, undefined],
  10_000: [400, 200],
  100_000: [undefined, 2_000],
};

export const DETAIL_OF_TEN_MS = 8;

/** Maximum time to the first bytes of a detail, by its number of observations. */
export const FIRST_BYTE_MS = 50;
const FIRST_BYTE_OBSERVATIONS = 10_000;

const details = LONG_TRACES.flatMap(({ id, observations }): NamedRequest[] => {
  const [all, core] = DETAIL_MS[observations] ?? [];
  const first = observations <= FIRST_BYTE_OBSERVATIONS ? { firstByteTarget: FIRST_BYTE_MS } : {};
  const name = `detail of ${observations} observations`;
  return [
    { name, path: detailPath(id), ...(all !== undefined && { target: all }), ...first },
    {
      name: `${name}, core`,
      path: `${detailPath(id)}?observationFields=core`,
      ...(core !== undefined && { target: core }),
      ...first,
    },
  ];
});

/** Requests that show the cost of an answer's parts: the newest traces with and without their input, output and observation ids. */
export const SINGLE_REQUESTS: readonly NamedRequest[] = [
  { name: 'list of the newest 50, fields=core', path: listPath({ fields: 'core' }) },
  { name: 'list of the newest 50, all fields', path: listPath({}), target: ONE_MS },
  ...details,
];

/** Returns the aggregates, each over the time of the seeded data unless it has its own. */
export function aggregateRequests(newest: Date, days: number): readonly NamedRequest[] {
  const from = daysBefore(newest, days);
  const hoursBefore = (hours: number): string => daysBefore(newest, hours / 24);
  const daily = (name: string, target: number, filter: Parameters): NamedRequest => ({
    name: `daily, ${name}`,
    path: path('/api/public/metrics/daily', filter),
    target,
  });
  const metric = (name: string, target: number | undefined, query: Parameters): NamedRequest => ({
    name: `metric, ${name}`,
    path: path('/api/public/metrics/query', { name: METRICS[0], to: newest.toISOString(), ...query }),
    ...(target !== undefined && { target }),
  });
  const month = (agg: string, target: number, query: Parameters = {}): NamedRequest =>
    metric([`${days} days by hour, ${agg}`, ...Object.values(query)].join(' by '), target, {
      from,
      step: '1h',
      agg,
      ...query,
    });
  const { name: model } = MODELS[0];
  const series = JSON.stringify({ model, region: REGIONS[1] });
  return [
    daily('no filter', 30, {}),
    daily(`${days} days to the second`, 30, { fromTimestamp: from, toTimestamp: newest.toISOString() }),
    daily('last 7 days', 30, { fromTimestamp: hoursBefore(7 * 24) }),
    daily('name (4.5 %)', 60, { traceName: NAME }),
    daily('user (36 %)', 60, { userId: BUSY_USER }),
    daily('user of few traces', 60, { userId: 'user-9000' }),
    daily('release (10 %)', 60, { release: RELEASE }),
    daily('version (40 %)', 60, { version: VERSIONS[0] }),
    daily('environment (70 %)', 60, { environment: 'production' }),
    daily('tag (30 %)', 60, { tags: chat }),
    daily('tag (0.1 %)', 60, { tags: incident }),
    daily('environment, tag', 300, { environment: 'production', tags: chat }),
    daily('user, name', 300, { userId: BUSY_USER, traceName: NAME }),
    metric('1 hour by minute, p99 by model', 30, { from: hoursBefore(1), agg: 'p99', group_by: 'model' }),
    metric('1 day by minute, avg', undefined, { from: hoursBefore(24) }),
    metric('1 day by 5 minutes, p99 by model', undefined, {
      from: hoursBefore(24),
      step: '5m',
      agg: 'p99',
      group_by: 'model',
    }),
    ...['avg', 'sum', 'min', 'max', 'last'].flatMap((agg) => [
      month(agg, 100),
      month(agg, 100, { group_by: 'region' }),
    ]),
    month('p50', 400),
    month('p99', 400, { group_by: 'region' }),
    metric(`${days} days by day, last by model`, 100, { from, step: '1d', agg: 'last', group_by: 'model' }),
    metric(`${days} days by hour, one series`, 100, { from, step: '1h', labels: series }),
    { name: 'metric names', path: '/api/public/metrics/names' },
  ];
}

/** Returns the text of a filter expression of some conditions. */
export const expression = (...conditions: readonly Readonly<Record<string, unknown>>[]): string =>
  JSON.stringify(conditions);

/** Returns the path of a request with its parameters. */
export function path(base: string, parameters: Parameters): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? base : `${base}?${query}`;
}
