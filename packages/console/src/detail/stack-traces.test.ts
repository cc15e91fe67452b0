import { stackTracesOf } from './stack-traces';

const exception = (stack: unknown) => ({ name: 'exception', attributes: { 'exception.stacktrace': stack } });

test.each([
  ['an event', { events: [exception('at a')] }, ['at a']],
  ['several, each once', { events: [exception('at a'), exception('at b'), exception('at a')] }, ['at a', 'at b']],
  ['the span', { attributes: { 'exception.stacktrace': 'at c' } }, ['at c']],
  ['what is no text', { events: [exception(1), exception(' '), null, 7], attributes: 'exception.stacktrace' }, []],
  ['metadata that is no object', ['exception.stacktrace'], []],
])('stack traces of %s', (_, metadata, expected) => {
  expect(stackTracesOf(JSON.stringify(metadata))).toEqual(expected);
});

test('no more than anybody reads are shown', () => {
  const events = Array.from({ length: 9 }, (_, n) => exception(`at ${n}`));
  expect(stackTracesOf(JSON.stringify({ events }))).toHaveLength(5);
});
