import { Choices } from '../input/choices';
import { type FuzzInput, TARGETS, ownMicros } from '../input/fuzz-input';
import { makeInput } from '../input/make-input';
import { Ledger } from './ledger';

const WORLD = { seed: 1, projectNo: 0, bearerToken: 'token', publicKey: 'pk', secretKey: 'sk' };
const PLAIN = makeInput(WORLD, TARGETS.indexOf('otlp-metrics-json'), new Choices(() => 0));

const TIME = `"timeUnixNano":"${ownMicros(5, 0) * 1000n}"`;
const STORED = `{${TIME},"asInt":"1"}`;
const REFUSED = `{${TIME},"asDouble":"NaN"}`;

const TRACE = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
const SPAN = '00f067aa0ba902b7';

function metrics(...points: readonly string[]): FuzzInput {
  const body = Buffer.from(
    `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[${points.join()}]}}]}]}]}`,
  );
  return { ...PLAIN, body, meant: body };
}
const logs = (records: string): FuzzInput => ({
  ...PLAIN,
  endpoint: 'otlp-logs',
  body: Buffer.from(`{"resourceLogs":[{"scope_logs":[{"logRecords":${records}}]}]}`),
});

function accept(input: FuzzInput, rejected: number, member: string, errorMessage = 'why'): string | undefined {
  const partialSuccess = { [member]: String(rejected), errorMessage };
  const body = Buffer.from(JSON.stringify(rejected === 0 ? {} : { partialSuccess }));
  return new Ledger().accept(input, { status: 200, headers: new Map([['content-type', 'application/json']]), body });
}

test('the answer to an export of metrics has to say how many data points cannot be stored', () => {
  expect(accept(metrics(STORED, REFUSED), 1, 'rejectedDataPoints')).toBeUndefined();
  expect(accept(metrics(STORED, REFUSED), 0, 'rejectedDataPoints')).toContain('1 items');
  expect(accept(metrics(STORED), 1, 'rejectedDataPoints')).toContain('answered 1');
  expect(accept(metrics(STORED, REFUSED), 1, 'rejectedDataPoints', '')).toContain('without a reason');
  expect(accept(metrics(REFUSED), 1, 'rejectedDataPoints')).toContain('no data point can be stored');
});

test('an export of metrics is refused only where none of it can be stored', () => {
  const refuse = (input: FuzzInput): string | undefined => new Ledger().refuse(input, 400);
  expect(refuse(metrics(REFUSED))).toBeUndefined();
  expect(refuse(metrics(STORED, REFUSED))).toContain('1 points can be stored');
  expect(refuse(metrics())).toContain('answered 400');
  expect(refuse({ ...metrics(STORED), done: ['mutated'] })).toBeUndefined();
});

test('a span that has its ids is refused only of a damaged export', () => {
  const body = Buffer.from(
    `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${'a1'.repeat(16)}","spanId":"${SPAN}"},{}]}]}]}`,
  );
  const spans: FuzzInput = { ...PLAIN, endpoint: 'otlp', body, meant: body };
  expect(accept(spans, 1, 'rejectedSpans')).toBeUndefined();
  expect(accept(spans, 2, 'rejectedSpans')).toContain('1 items cannot be stored, answered 2');
  expect(accept({ ...spans, done: ['mutated'] }, 2, 'rejectedSpans')).toBeUndefined();
});

test('every log record is refused, the export is not', () => {
  expect(accept(logs('[{},{}]'), 2, 'rejectedLogRecords')).toBeUndefined();
  expect(accept(logs('[{},{}]'), 1, 'rejectedLogRecords')).toContain('2 items');
  expect(new Ledger().refuse(logs('[{}]'), 400)).toContain('answered 400');
  expect(new Ledger().refuse(logs('{}'), 400)).toBeUndefined();
});

test('of events those are expected that are answered as stored, and an event without a result is found out', () => {
  const event = (id: string): string =>
    `{"id":"${id}","type":"span-create","timestamp":"2026-11-20T10:00:00Z","body":{"id":"${id}","traceId":"${TRACE}"}}`;
  const body = Buffer.from(`{"batch":[${['a', 'b', 'b'].map(event).join()}]}`);
  const answered = (stored: readonly string[], refused: readonly string[]) => {
    const [successes, errors] = [stored, refused].map((ids) => ids.map((id) => ({ id })));
    const answer = Buffer.from(JSON.stringify({ successes, errors }));
    const ledger = new Ledger();
    const wrong = ledger.accept(
      { ...PLAIN, endpoint: 'events', body, meant: body },
      { status: 207, headers: new Map(), body: answer },
    );
    return [wrong, ledger.items.size, ledger.possible.items.size];
  };
  expect(answered(['a', 'b', 'b'], [])).toEqual([undefined, 3, 0]);
  expect(answered(['a', 'b'], ['b'])).toEqual([undefined, 2, 2]);
  expect(answered([], ['a', 'b', 'b'])).toEqual([undefined, 0, 0]);
  expect(answered(['a', 'b'], [])[0]).toContain('3 events were sent, answered 2');
  expect(answered(['a', 'a', 'a'], [])[0]).toContain('an event has no result: b');
});

describe('an unclear request may have stored', () => {
  const noted = (input: FuzzInput): Ledger => {
    const ledger = new Ledger();
    ledger.noteUnclear(input);
    return ledger;
  };

  test('its points, each as often as it was sent', () => {
    const { possible, unclear } = noted({ ...metrics(STORED, STORED), index: 7 });
    expect([...unclear]).toEqual([7]);
    expect([...possible.points]).toEqual([[`m\n{}\n1\n${ownMicros(5, 0)}`, 2]]);
    expect(possible.micros.size).toBe(0);
  });

  test('where plain code cannot tell its points, points of its times', () => {
    const { possible } = noted({ ...metrics(`{${TIME},"asInt":"1","asDouble":2}`), index: 7 });
    expect(possible.points.size).toBe(0);
    expect([...possible.micros]).toEqual([ownMicros(5, 0)]);
  });

  test('its trace and its observations, also where its framing is odd', () => {
    const body = Buffer.from(JSON.stringify({ trace: { id: TRACE }, observations: [{ id: SPAN }] }));
    const { possible } = noted({
      ...PLAIN,
      endpoint: 'native',
      meant: body,
      body: Buffer.from('2'),
      bodyIntact: false,
    });
    expect([...possible.items]).toEqual([TRACE, `${TRACE}/00000000-0000-0000-00f0-67aa0ba902b7`]);
  });

  test.each<Partial<FuzzInput>>([
    { endpoint: 'otlp-logs' },
    { endpoint: '/api/public/traces' },
    { endpoint: 'native', meant: Buffer.from('{"trace":') },
  ])('nothing: %j', (members) => {
    for (const items of Object.values(noted({ ...PLAIN, ...members }).possible)) expect(items.size).toBe(0);
  });
});
