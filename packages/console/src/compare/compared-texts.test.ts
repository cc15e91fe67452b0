import fc from 'fast-check';
import { parseExact } from '../json/exact-value';
import { pairTexts } from './text-pairs';
import { type ComparedText, textsOf } from './compared-texts';

const parts = (value: unknown) => textsOf(parseExact(JSON.stringify(value)), 'user');

test.each([
  ['nothing', null, []],
  ['text', 'Hello', [{ title: '', text: 'Hello' }]],
  ['messages', [{ role: 'user', content: 'Hello' }], [{ title: 'user', text: 'Hello' }]],
  [
    'messages beside something else',
    { messages: [{ role: 'user', content: 'Hello' }], temperature: 1 },
    [
      { title: 'user', text: 'Hello' },
      { title: 'temperature', text: '1' },
    ],
  ],
  [
    'a call of a tool and its result',
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'blue' },
    ],
    [
      { title: 'assistant', text: 'look({\n  "at": "sky"\n})' },
      { title: 'tool', text: 'blue' },
    ],
  ],
  ['an unknown shape', { ids: [1] }, [{ title: '', text: '{\n  "ids": [\n    1\n  ]\n}' }]],
])('of %s', (_, value, expected) => {
  expect(parts(value)).toEqual(expected);
});

test('digits are compared as they were sent', () => {
  expect(textsOf(parseExact('{"id":9007199254740993}'))).toEqual([
    { title: '', text: '{\n  "id": 9007199254740993\n}' },
  ]);
});

const part = (title: string, text: string): ComparedText => ({ title, text });

test('what is unchanged comes together, what the same role says instead is a change, the rest was added or removed', () => {
  const before = [part('system', 'Be kind.'), part('user', 'Hello'), part('assistant', 'Hi.'), part('user', 'Bye')];
  const after = [part('system', 'Be kind.'), part('user', 'Hello'), part('assistant', 'Hey.'), part('tool', '1')];
  expect(pairTexts(before, after)).toEqual([
    { kind: 'same', parts: before.slice(0, 2) },
    { kind: 'changed', before: before[2], after: after[2] },
    { kind: 'removed', part: before[3] },
    { kind: 'added', part: after[3] },
  ]);
});

const anyParts = fc.array(
  fc.record({ title: fc.constantFrom('user', 'assistant'), text: fc.constantFrom('a', 'b', 'c') }),
  { maxLength: 12 },
);

test('each side can be read off the pairs', () => {
  fc.assert(
    fc.property(anyParts, anyParts, (before, after) => {
      const pairs = pairTexts(before, after);
      const side = (own: 'before' | 'after', alone: 'removed' | 'added'): readonly ComparedText[] =>
        pairs.flatMap((pair) => {
          if (pair.kind === 'same') return pair.parts;
          if (pair.kind === 'changed') return [pair[own]];
          return pair.kind === alone ? [pair.part] : [];
        });
      expect([side('before', 'removed'), side('after', 'added')]).toEqual([before, after]);
    }),
  );
});
