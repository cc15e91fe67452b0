import { Choices } from '../input/choices';
import { type FuzzInput, TARGETS, ownMicros } from '../input/fuzz-input';
import { makeInput } from '../input/make-input';
import { Ledger } from './ledger';

const WORLD = { seed: 1, bearerToken: 'token', publicKey: 'pk', secretKey: 'sk' };
const PLAIN = makeInput(WORLD, TARGETS.indexOf('otlp-metrics-json'), new Choices(() => 0));

const TIME = `"timeUnixNano":"${ownMicros(5, 0) * 1000n}"`;
const STORED = `{${TIME},"asInt":"1"}`;
const REFUSED = `{${TIME},"asDouble":"NaN"}`;

const metrics = (...points: readonly string[]): FuzzInput => ({
  ...PLAIN,
  body: Buffer.from(
    `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[${points.join()}]}}]}]}]}`,
  ),
});
const logs = (records: string): FuzzInput => ({
  ...PLAIN,
  endpoint: 'otlp-logs',
  body: Buffer.from(`{"resourceLogs":[{"scope_logs":[{"logRecords":${records}}]}]}`),
});

function accept(input: FuzzInput, rejected: number, member: string, errorMessage = 'why'): string | undefined {
  const partialSuccess = { [member]: String(rejected), errorMessage };
  const body = Buffer.from(JSON.stringify(rejected === 0 ? {} : { partialSuccess }));
  return new Ledger(1).accept(input, { status: 200, headers: new Map([['content-type', 'application/json']]), body });
}

test('the answer to an export of metrics has to say how many data points cannot be stored', () => {
  expect(accept(metrics(STORED, REFUSED), 1, 'rejectedDataPoints')).toBeUndefined();
  expect(accept(metrics(STORED, REFUSED), 0, 'rejectedDataPoints')).toContain('1 data points');
  expect(accept(metrics(STORED), 1, 'rejectedDataPoints')).toContain('answered 1');
  expect(accept(metrics(STORED, REFUSED), 1, 'rejectedDataPoints', '')).toContain('without a reason');
  expect(accept(metrics(REFUSED), 1, 'rejectedDataPoints')).toContain('no data point can be stored');
});

test('an export of metrics is refused only where none of it can be stored', () => {
  const refuse = (input: FuzzInput): string | undefined => new Ledger(1).refuse(input, 400);
  expect(refuse(metrics(REFUSED))).toBeUndefined();
  expect(refuse(metrics(STORED, REFUSED))).toContain('1 points can be stored');
  expect(refuse(metrics())).toContain('answered 400');
  expect(refuse({ ...metrics(STORED), done: ['mutated'] })).toBeUndefined();
});

test('every log record is refused, the export is not', () => {
  expect(accept(logs('[{},{}]'), 2, 'rejectedLogRecords')).toBeUndefined();
  expect(accept(logs('[{},{}]'), 1, 'rejectedLogRecords')).toContain('2 data points or log records');
  expect(new Ledger(1).refuse(logs('[{}]'), 400)).toContain('answered 400');
  expect(new Ledger(1).refuse(logs('{}'), 400)).toBeUndefined();
});

test('an unclear export may have stored what has its times, and no others', () => {
  const ledger = new Ledger(1);
  ledger.noteUnclear({ ...metrics(STORED), index: 7 });
  expect([...ledger.unclear]).toEqual([7]);
  expect(ledger.possibleMicros).toEqual(new Set([ownMicros(5, 0)]));
});
