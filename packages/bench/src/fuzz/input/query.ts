import type { Choices } from './choices';
import {
  type Draft,
  type Endpoint,
  type FuzzContext,
  type OPERATIONS,
  SHARED_TRACES,
  ownTraceId,
  pathOf,
  sharedTraceId,
} from './fuzz-input';
import { TEXTS } from './edge-values';
import { LABEL_NAMES, METRIC_NAMES } from './metrics';
import { spelled } from './native';
import { shortText, timeText } from './values';

type Values = (choices: Choices, context: FuzzContext) => string;

const INTEGERS = [
  ...['0', '1', '200', '201', '1000', '1001', '-1', '1.0', '1e2', '+1', '٣', '0x1', '999999999999999', 'abc', ' 1'],
  ...['9007199254740993', '99999999999999999999', 'NaN'],
];
const integers: Values = (choices) => (choices.oneIn(2) ? String(1 + choices.below(60)) : choices.pick(INTEGERS));
const times: Values = (choices) => (choices.oneIn(6) ? timeText(choices).replace('Z', ' 01:00') : timeText(choices));
const texts =
  (name: string): Values =>
  (choices) =>
    choices.oneIn(30) ? 'x'.repeat(choices.pick([500, 501, 5000])) : shortText(choices, name);
const words =
  (...known: readonly string[]): Values =>
  (choices) =>
    choices.oneIn(4) ? choices.pick([...TEXTS, ...known.map((word) => word.toUpperCase())]) : choices.pick(known);
const ORDERS = 'timestamp name userId sessionId release version environment latency totalCost id'.split(' ');
const NO_ORDERS = ['timestamp', 'timestamp.up', '.asc', 'id.asc.desc', 'stamp.asc', '__proto__.asc', 'name.desc;--'];
const orders: Values = (choices) =>
  choices.oneIn(5)
    ? choices.pick([...NO_ORDERS, ...TEXTS])
    : `${choices.pick(ORDERS)}.${choices.pick(['asc', 'desc', 'DESC'])}`;
const fields: Values = (choices) =>
  choices
    .many(0, 3, () => choices.pick(['io', 'core', 'scores', 'observations', 'metrics', ' io ', '__proto__', 'x']))
    .join(',');
const ODD_LABELS = [
  ...[
    '',
    '[]',
    'null',
    '"a"',
    '{"a":1}',
    '{"a":null}',
    '{',
    '{"a":"b"',
    '{"__proto__":"x"}',
    '{"a":"\\u0000"}',
    ' { } ',
  ],
  ...['{"\\ud800":"\\udc00"}', '{"a":"b","a":"c"}', '{"a":{"b":"c"}}'],
];
const labels: Values = (choices) => {
  if (choices.oneIn(4)) return choices.pick(ODD_LABELS);
  const members = choices.many(0, 3, () => [choices.pick(LABEL_NAMES), `v${choices.below(8)}`] as const);
  return JSON.stringify(Object.fromEntries(members));
};

const ODD_SEARCHES = [
  '%',
  '_',
  '%%',
  '\\',
  '\\%',
  'I',
  'ﬃ',
  'ß',
  '\u0000',
  'x'.repeat(200),
  'x'.repeat(201),
  '😀'.repeat(200),
];
const searches: Values = (choices) => {
  if (choices.oneIn(5)) return choices.pick([...ODD_SEARCHES, ...TEXTS]);
  return choices.oneIn(3) ? choices.pick(['a', 'e', '-1', 'name', '"', ' ']) : shortText(choices, 'name');
};
const searchedFields: Values = (choices) =>
  choices
    .many(0, 4, () => choices.pick(['name', 'id', 'input', 'output', 'input', ' id ', 'metadata', 'Name']))
    .join(',');
const NO_PLACES = [
  '',
  ',',
  'x',
  '2026-11-20T10:00:00Z',
  '2026-11-20T10:00:00Z,',
  '2026-11-20T10:00:00Z,x',
  `,${'0'.repeat(32)}`,
];
/** Search cursor after a trace that was sent before, sometimes with another time. */
const searchPlaces: Values = (choices, context) => {
  if (choices.oneIn(5)) return choices.pick([...NO_PLACES, ...TEXTS]);
  const place = `${times(choices, context)},${spelled(sharedTraceId(context.seed, choices.below(SHARED_TRACES)), choices)}`;
  return choices.oneIn(10) ? `${place},0` : place;
};

const FILTERS: Readonly<Record<string, Values>> = {
  userId: texts('user'),
  sessionId: texts('session'),
  version: texts('version'),
  release: texts('release'),
  environment: texts('environment'),
  'environment[]': texts('environment'),
  tags: (choices) => choices.many(1, 3, () => shortText(choices, 'tag')).join(','),
  'tags[]': texts('tag'),
  fromTimestamp: times,
  toTimestamp: times,
  page: integers,
  limit: integers,
  filter: words('', '[]', 'x'),
};

/** Parameters of each endpoint (spec 4.2 to 4.6). */
const PARAMETERS: Readonly<Partial<Record<Endpoint, Readonly<Record<string, Values>>>>> = {
  traces: {
    ...FILTERS,
    name: texts('name'),
    orderBy: orders,
    fields,
    q: searches,
    searchIn: searchedFields,
    searchFrom: searchPlaces,
  },
  trace: { fields },
  daily: { ...FILTERS, traceName: texts('name') },
  series: {
    name: (choices) => choices.pick(METRIC_NAMES),
    from: times,
    to: times,
    labels,
    step: words('1m', '5m', '1h', '1d', '1s'),
    agg: words('avg', 'max', 'min', 'sum', 'last', 'p50', 'p90', 'p99', 'p95'),
    group_by: (choices) => choices.pick([...LABEL_NAMES, ...TEXTS]),
  },
  names: {},
  projects: {},
};

const ENDPOINTS: readonly (keyof typeof OPERATIONS)[] = [
  ...(['traces', 'traces', 'traces', 'trace', 'daily', 'daily', 'series', 'series', 'series'] as const),
  ...(['names', 'projects'] as const),
];

/** Makes a GET with the parameters of its endpoint: combined, repeated, invalid, and encoded in several ways. */
export function queryDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const endpoint = choices.pick(ENDPOINTS);
  const known = PARAMETERS[endpoint] ?? {};
  const names = [...Object.keys(known), 'unknown', '__proto__', 'constructor', 'hasOwnProperty', ''];
  const pairs = choices.many(0, 5, (): string => {
    const name = choices.oneIn(12) ? choices.pick(names) : choices.pick(Object.keys(known).concat('x'));
    const values = Object.hasOwn(known, name) ? known[name] : undefined;
    const value = values?.(choices, context) ?? choices.pick(TEXTS);
    return pair(name, value, choices);
  });
  if (endpoint === 'series' && !choices.oneIn(10)) pairs.push(pair('name', choices.pick(METRIC_NAMES), choices));
  // A search cursor is valid only with a text; another order and a later page only without one.
  if (endpoint === 'traces' && choices.oneIn(6)) pairs.push(pair('q', searches(choices, context), choices));
  if (choices.oneIn(12)) pairs.push(...pairs.slice(0, 1));
  if (choices.oneIn(15)) pairs.push(choices.pick(BROKEN_PAIRS));
  if (choices.oneIn(300)) pairs.push(...Array.from({ length: 1200 }, (_, number) => `tags=t${number}`));
  const path = pathFor(endpoint, context, index, choices);
  // Paths are checked first: a path that cannot be decoded does not exist.
  const unknown = path.includes('unknown') || !isDecodable(path);
  return {
    endpoint: unknown ? 'none' : endpoint,
    method: choices.oneIn(25) ? 'HEAD' : 'GET',
    path: `${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    done: [],
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const BROKEN_PAIRS = [
  ...['limit=%', 'name=%zz', '%=1', 'userId=%ff', 'userId=%c0%80', 'name=%ed%a0%80', '&&&', '=', 'a=b=c', '%00=%00'],
  ...['userId=%00', 'tags=%F0%9F%98', '#'],
];

function pair(name: string, value: string, choices: Choices): string {
  // A text with a lone surrogate cannot be encoded.
  const encoded = encodeURIComponent(value.replace(/\p{Surrogate}/gu, '?'));
  if (choices.oneIn(10))
    return `${name}=${encoded.replaceAll('%20', '+').replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
  if (choices.oneIn(40)) return name;
  return `${choices.oneIn(20) ? encodeURIComponent(name).replace('a', '%61') : name}=${encoded}`;
}

function pathFor(endpoint: keyof typeof OPERATIONS, context: FuzzContext, index: number, choices: Choices): string {
  const slashes = choices.oneIn(20) ? choices.pick(['/', '//']) : '';
  if (endpoint === 'trace') return `/api/public/traces/${traceId(context, index, choices)}${slashes}`;
  if (endpoint === 'traces') return `${slashes}/api/public/traces`;
  if (endpoint === 'names' && choices.oneIn(4)) return '/api/public/metrics/unknown';
  return `${pathOf(endpoint)}${slashes}`;
}

const NO_IDS = [
  ...['0', 'x', '%00', '..%2f', '%', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '0'.repeat(32), 'null', '__proto__'],
  ...[encodeURIComponent('😀'), 'a'.repeat(3000), '2026-11-20T10:00:00Z'],
];

/** Returns the id of a trace, mostly of one that was sent before. */
function traceId(context: FuzzContext, index: number, choices: Choices): string {
  if (choices.oneIn(5)) return choices.pick(NO_IDS);
  const hex = choices.oneIn(3)
    ? sharedTraceId(context.seed, choices.below(SHARED_TRACES))
    : ownTraceId(context.seed, Math.max(0, index - 1 - choices.below(2000)), 0);
  return spelled(hex, choices);
}
