import type { Call, Message, ContentPart } from './model';
import { resultsOf, withoutResults } from './results';

const call = (id?: string): Call => ({ kind: 'call', id, name: 'look', input: {} });
const result = (id: string | undefined, text: string): ContentPart => ({
  kind: 'result',
  id,
  name: id === undefined ? 'look' : undefined,
  isError: false,
  parts: [{ kind: 'text', text }],
});
const text: ContentPart = { kind: 'text', text: 'Thanks.' };

test('a result is shown with its call, and its message only where it says more', () => {
  const messages: Message[] = [
    { role: 'assistant', parts: [call('a'), call('b')] },
    { role: 'tool', parts: [result('a', 'blue')] },
    { role: 'user', parts: [result('b', 'red'), text] },
  ];
  const results = resultsOf(messages);
  expect([...results.keys()]).toEqual([call('a'), call('b')]);
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

test('calls without ids have the results of their name in their order', () => {
  const calls = [call(), call()] as const;
  const messages: Message[] = [
    { role: 'assistant', parts: calls },
    { role: 'user', parts: [result(undefined, 'blue'), result(undefined, 'red'), result(undefined, 'green')] },
  ];
  const results = resultsOf(messages);
  expect(calls.map((each) => results.get(each))).toEqual([result(undefined, 'blue'), result(undefined, 'red')]);
  expect(withoutResults(messages, results).at(-1)).toEqual({ role: 'user', parts: [result(undefined, 'green')] });
});
