import type { Message, Part } from './model';
import { resultsOf, withoutResults } from './results';

const call = (id: string): Part => ({ kind: 'call', id, name: 'look', input: {} });
const result = (id: string, text: string): Part => ({
  kind: 'result',
  id,
  name: undefined,
  isError: false,
  parts: [{ kind: 'text', text }],
});
const text: Part = { kind: 'text', text: 'Thanks.' };

test('a result is shown with its call, and its message only where it says more', () => {
  const messages: Message[] = [
    { role: 'assistant', parts: [call('a'), call('b')] },
    { role: 'tool', parts: [result('a', 'blue')] },
    { role: 'user', parts: [result('b', 'red'), text] },
  ];
  const results = resultsOf(messages);
  expect([...results.keys()]).toEqual(['a', 'b']);
  expect(withoutResults(messages, results)).toEqual([messages[0], { role: 'user', parts: [text] }]);
});

test('a result without its call before it stays where it is, as does a second one', () => {
  const messages: Message[] = [
    { role: 'tool', parts: [result('a', 'blue')] },
    { role: 'assistant', parts: [call('b')] },
    { role: 'tool', parts: [result('b', 'red')] },
    { role: 'tool', parts: [result('b', 'green')] },
  ];
  expect(withoutResults(messages, resultsOf(messages))).toEqual([messages[0], messages[1], messages[3]]);
});
