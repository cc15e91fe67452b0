import type { Endpoint } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { readPartialSuccess } from './otlp-answer';
import { isWellFormed } from './text';

/** Says what is wrong with a value; undefined where nothing is. */
type Check = (value: unknown, path: string) => string | undefined;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const OFFSET_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const is =
  (name: string, test: (value: unknown) => boolean): Check =>
  (value, path) =>
    test(value)
      ? undefined
      : `${path} is no ${name}: ${(value === undefined ? 'missing' : JSON.stringify(value)).slice(0, 100)}`;
const matching = (name: string, pattern: RegExp): Check =>
  is(name, (value) => typeof value === 'string' && pattern.test(value));
const string = is('string', (value) => typeof value === 'string');
const number = is('number', (value) => typeof value === 'number');
const count = is('count', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const boolean = is('boolean', (value) => typeof value === 'boolean');
const plainObject = is('object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const anything: Check = (value, path) => (value === undefined ? `${path} is missing` : undefined);
const id = matching('UUID', ID);
const time = matching('time', TIME);
const nothing = is('null', (value) => value === null);
const orNull =
  (check: Check): Check =>
  (value, path) =>
    value === null ? undefined : check(value, path);
const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return `${path} is no array`;
    for (const [index, item] of value.entries()) {
      const wrong = check(item, `${path}[${index}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
const valuesOf =
  (check: Check): Check =>
  (value, path) =>
    plainObject(value, path) ?? listOf(check)(Object.values(value as object), path);

/** An object of exactly these members; those of `optional` may be missing. */
function exactly(members: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const known = new Map([...Object.entries(members), ...Object.entries(optional)]);
  return (value, path) => {
    const wrongType = plainObject(value, path);
    if (wrongType !== undefined) return wrongType;
    const object = value as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(members)) if (!Object.hasOwn(object, name)) return `${path}.${name} is missing`;
    for (const [name, member] of Object.entries(object)) {
      const check = known.get(name);
      const wrong = check === undefined ? `${path}.${name} is not documented` : check(member, `${path}.${name}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

const META = exactly({ page: count, limit: count, totalItems: count, totalPages: count });

/** Contract: Reading traces. */
const traceOf = (observations: Check): Check =>
  exactly({
    id,
    timestamp: time,
    name: orNull(string),
    userId: orNull(string),
    sessionId: orNull(string),
    release: orNull(string),
    version: orNull(string),
    environment: string,
    public: boolean,
    bookmarked: boolean,
    latency: number,
    totalCost: number,
    usage: exactly({ input: number, output: number, total: number }),
    htmlPath: string,
    projectId: string,
    externalId: nothing,
    createdAt: time,
    updatedAt: time,
    scores: listOf(anything),
    tags: listOf(string),
    input: anything,
    output: anything,
    metadata: plainObject,
    observations,
  });

const OBSERVATION = exactly({
  id,
  traceId: id,
  type: string,
  name: orNull(string),
  startTime: time,
  endTime: orNull(time),
  completionStartTime: orNull(time),
  model: orNull(string),
  level: matching('level', /^(DEBUG|DEFAULT|WARNING|ERROR)$/),
  statusMessage: orNull(string),
  parentObservationId: orNull(id),
  version: orNull(string),
  environment: string,
  latency: orNull(number),
  timeToFirstToken: orNull(number),
  unit: string,
  usage: exactly({ input: count, output: count, total: count }),
  usageDetails: valuesOf(count),
  promptTokens: count,
  completionTokens: count,
  totalTokens: count,
  calculatedInputCost: orNull(number),
  calculatedOutputCost: orNull(number),
  calculatedTotalCost: number,
  createdAt: time,
  updatedAt: time,
  costDetails: valuesOf(number),
  input: anything,
  output: anything,
  metadata: plainObject,
  modelParameters: anything,
});

const USAGE = exactly({
  model: string,
  inputUsage: count,
  outputUsage: count,
  totalUsage: count,
  countTraces: count,
  countObservations: count,
  totalCost: number,
});
const DAY = exactly({
  date: matching('date', DATE),
  countTraces: count,
  countObservations: count,
  totalCost: number,
  usage: listOf(USAGE),
});
const SERIES = exactly({
  labels: valuesOf(string),
  values: listOf(exactly({ timestamp: matching('time with an offset', OFFSET_TIME), value: number })),
});

/** Contract: OTLP. @param rejected the member that says how many items were refused */
const partialSuccess = (rejected: string): Check =>
  exactly({}, { partialSuccess: exactly({ errorMessage: string }, { [rejected]: matching('int64', /^[1-9]\d*$/) }) });

/** The shape of each endpoint's 200 (spec 4; contract). */
const SHAPES: Readonly<Record<Exclude<Endpoint, 'none'>, Check>> = {
  native: exactly({ message: matching('message', /^stored the trace and (?:1 observation|(?!1 )\d+ observations)$/) }),
  otlp: partialSuccess('rejectedSpans'),
  'otlp-metrics': partialSuccess('rejectedDataPoints'),
  'otlp-logs': partialSuccess('rejectedLogRecords'),
  metrics: exactly({ message: string, accepted: count }),
  traces: exactly({ data: listOf(traceOf(listOf(id))), meta: META }),
  trace: traceOf(listOf(OBSERVATION)),
  daily: exactly({ data: listOf(DAY), meta: META }),
  series: exactly({
    data: listOf(SERIES),
    meta: exactly(
      { series_count: count, truncated: boolean },
      { latest_ts: matching('time with an offset', OFFSET_TIME), omitted_buckets: count },
    ),
  }),
  names: exactly({ data: listOf(string) }),
  projects: exactly({ data: listOf(plainObject) }),
  health: exactly({ status: string }),
};

/** What is wrong with the body of a 200, whose text was read as UTF-8; undefined where nothing is. */
export function checkShape(endpoint: Endpoint, { headers, body }: WireAnswer, text: string): string | undefined {
  const type = headers.get('content-type');
  if (endpoint === 'none') return '200 for a path that does not exist';
  if (endpoint.startsWith('otlp') && type === 'application/x-protobuf') {
    return readPartialSuccess(body) === undefined ? 'the answer is no Export<Signal>ServiceResponse' : undefined;
  }
  if (type !== 'application/json') return `200 has the type ${String(type)}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `200 is no JSON: ${text.slice(0, 200)}`;
  }
  return (
    SHAPES[endpoint](value, '$') ??
    (hasUnstorable(text, value) ? 'an answer holds U+0000 or a lone surrogate' : undefined)
  );
}

/** Whether any string or key holds what is never stored. Looks closely only where the text has an escape of such. */
function hasUnstorable(text: string, value: unknown): boolean {
  return /\\u(0000|[dD][89a-fA-F])/.test(text) && holds(value);
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => holds(key) || holds(member));
}
