import { createLogger } from './logger';
import { createOutageLog } from './outage-log';

function setUp() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  const log = createOutageLog({ logger, lost: 'it is away', back: 'it is back', fields: { check: 'bus' } });
  return { log, lines: () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('an outage is told once at its beginning and once at its end, with how long it was', () => {
  const { log, lines } = setUp();
  log.worked();
  for (let n = 0; n < 50; n += 1) log.failed(coded('ECONNREFUSED'));
  const cause = { message: 'failed with ECONNREFUSED', code: 'ECONNREFUSED' };
  expect(lines()).toEqual([expect.objectContaining({ level: 'warn', msg: 'it is away', check: 'bus', cause })]);
  jest.advanceTimersByTime(1500);
  log.worked();
  log.worked();
  expect(lines()).toEqual([
    expect.objectContaining({ level: 'info', msg: 'it is back', check: 'bus', seconds: 1.5, failures: 50 }),
  ]);
  log.failed(coded('ECONNREFUSED'));
  expect(lines()).toHaveLength(1);
});

test('another reason within an outage is told too, but not any number of them', () => {
  const { log, lines } = setUp();
  for (const code of ['57P03', '53100', '57P03', '53100']) log.failed(coded(code));
  expect(lines()).toHaveLength(2);
  for (let n = 0; n < 50; n += 1) log.failed(new Error(`reason ${n}`));
  expect(lines()).toHaveLength(8);
});

test('what only an operator can mend is told as an error with its stack', () => {
  const { log, lines } = setUp();
  log.failed(coded('42501'), 'error');
  expect(lines()).toEqual([
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ stack: expect.any(String) as string }) }),
  ]);
});
