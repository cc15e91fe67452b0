import { readExported } from './exported';

const lines = (...each: object[]) => each.map((line) => `${JSON.stringify(line)}\n`).join('');
const METRICS = { signal: 'metrics', ok: true };
const LOGS = { signal: 'logs', ok: true };

test('results of exports are read by signal, with warnings and errors', () => {
  const output = lines(
    { signal: 'traces', ok: true, spans: [['a', '1', 'root']] },
    { warning: 'tried again' },
    { signal: 'traces', ok: false, error: 'no answer', spans: [['a', '2', 'step']] },
    { signal: 'traces', ok: true, spans: [['b', '3', 'root']] },
    METRICS,
    { signal: 'logs', ok: false },
  );
  expect(readExported(output)).toEqual({
    acknowledged: [
      ['a', '1', 'root'],
      ['b', '3', 'root'],
    ],
    givenUp: [['a', '2', 'step']],
    metrics: true,
    logs: false,
    warnings: ['tried again', 'no answer'],
  });
});

test.each([
  ['', 'the program exported nothing'],
  [lines(METRICS, LOGS), 'the program exported metrics, logs'],
  [lines(METRICS, LOGS, { signal: 'traces', ok: true }), 'names no spans'],
  [`Traceback\n${lines(METRICS)}`, 'a line that is no result: Traceback'],
])('%j is refused', (output, message) => {
  expect(() => readExported(output)).toThrow(message);
});
