import { createLogger } from '@sluice/runtime';
import { createRequestLog } from './request-log';
import type { FailedRequest } from './request-log';

type Line = Readonly<Record<string, unknown>>;

function setUp(level: 'info' | 'debug' = 'info') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level, pretty: false, destination });
  const log = createRequestLog({ logger, repeatMs: 60_000, mostKinds: 3 });
  return { log, lines: () => lines.splice(0).map((line) => JSON.parse(line) as Line) };
}

const refused = (kind: string, n = 0): FailedRequest => ({
  level: 'info',
  message: 'a request was refused',
  kind,
  fields: { reason: kind, n },
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('of failures of one kind the first is told at once, the others together once a minute', () => {
  const { log, lines } = setUp();
  for (let n = 0; n < 1000; n += 1) log.failed(refused('bad token', n));
  expect(lines()).toEqual([expect.objectContaining({ msg: 'a request was refused', n: 0 })]);
  jest.advanceTimersByTime(60_000);
  const again = { msg: 'a request was refused (repeated)', reason: 'bad token', repeated: 999, seconds: 60, n: 999 };
  expect(lines()).toEqual([expect.objectContaining({ level: 'info', ...again })]);
  log.failed(refused('bad token'));
  expect(lines()).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(lines()).toEqual([expect.objectContaining({ repeated: 1 })]);
});

test('a kind that was quiet for a minute is told at once when it comes again', () => {
  const { log, lines } = setUp();
  log.failed(refused('bad token'));
  jest.advanceTimersByTime(60_000);
  log.failed(refused('bad token'));
  expect(lines()).toHaveLength(2);
});

test('however many kinds there are, few lines are written', () => {
  const { log, lines } = setUp();
  for (let n = 0; n < 1000; n += 1) log.failed(refused(`kind ${n}`));
  const logged = lines();
  expect(logged.slice(0, 3).map(({ reason }) => reason)).toEqual(['kind 0', 'kind 1', 'kind 2']);
  expect(logged.slice(3)).toEqual([
    expect.objectContaining({ msg: 'more kinds of requests fail than are told one by one' }),
  ]);
  jest.advanceTimersByTime(60_000);
  const [rest, ...none] = lines();
  expect(none).toEqual([]);
  expect(rest).toMatchObject({ msg: 'more kinds of requests fail than are told one by one (repeated)', repeated: 996 });
  expect(rest).not.toHaveProperty('reason');
});

test('what was only counted is told when the log is closed', () => {
  const { log, lines } = setUp();
  log.failed(refused('bad token'));
  log.failed(refused('bad token'));
  lines();
  log.close();
  expect(lines()).toEqual([expect.objectContaining({ repeated: 1 })]);
  expect(jest.getTimerCount()).toBe(0);
});

test('at the level debug every request has its line', () => {
  const { log, lines } = setUp('debug');
  log.failed(refused('bad token', 1));
  log.failed(refused('bad token', 2));
  log.served({ n: 3 });
  expect(lines().map(({ level, n }) => [level, n])).toEqual([
    ['info', 1],
    ['debug', 2],
    ['debug', 3],
  ]);
});
