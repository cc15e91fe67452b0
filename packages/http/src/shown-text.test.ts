import { growthOf } from '@sluice/testbed/machine';
import { loggedReason } from './shown-text';

test.each([
  ['nothing is quoted', 'nothing is quoted'],
  ['a "b" c "d"', 'a "…" c "…"'],
  ['with "an \\"escaped\\" quote" inside', 'with "…" inside'],
  ['with "a backslash \\\\" at its end', 'with "…" at its end'],
  ['cut "without an end', 'cut "…"'],
  ['cut "in an escape \\', 'cut "…"'],
  ['', ''],
])('what a message quotes is left out of the log: %s', (message, shown) => expect(loggedReason(message)).toBe(shown));

test('what a terminal would obey is left out, and the message is bounded', () => {
  expect(loggedReason('a\u001b[2Jb')).toBe('a?[2Jb');
  expect(loggedReason('x'.repeat(500))).toHaveLength(301);
});

test.each(['"', '\\"', '"\\', '\\', '"a'])('a message of many %s is read in linear time', (part) => {
  expect(growthOf((length) => loggedReason(`"${part.repeat(length / part.length)}\\`))).toBeLessThan(1.5);
});
