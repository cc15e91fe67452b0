import fc from 'fast-check';
import { pairParts } from './part-pairs';
import { type Part, partsOf } from './parts';

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
    'parts of text and others',
    [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, { type: 'image' }] }],
    [{ title: 'user', text: 'What is this?\n{\n  "type": "image"\n}' }],
  ],
  [
    'a call of a tool',
    [{ role: 'assistant', content: null, tool_calls: ['x'] }],
    [{ title: 'assistant', text: '{\n  "tool_calls": [\n    "x"\n  ]\n}' }],
  ],
  ['an unknown shape', [1], [{ title: '', text: '[\n  1\n]' }]],
])('of %s', (_, value, parts) => {
  expect(partsOf(value)).toEqual(parts);
});

const part = (title: string, text: string): Part => ({ title, text });

test('what is unchanged comes together, what the same role says instead is a change, the rest was added or removed', () => {
  const before = [part('system', 'Be kind.'), part('user', 'Hello'), part('assistant', 'Hi.'), part('user', 'Bye')];
  const after = [part('system', 'Be kind.'), part('user', 'Hello'), part('assistant', 'Hey.'), part('tool', '1')];
  expect(pairParts(before, after)).toEqual([
    { kind: 'same', parts: before.slice(0, 2) },
    { kind: 'changed', before: before[2], after: after[2] },
    { kind: 'removed', part: before[3] },
    { kind: 'added', part: after[3] },
  ]);
});

const parts = fc.array(
  fc.record({ title: fc.constantFrom('user', 'assistant'), text: fc.constantFrom('a', 'b', 'c') }),
  { maxLength: 12 },
);

test('each side can be read off the pairs', () => {
  fc.assert(
    fc.property(parts, parts, (before, after) => {
      const pairs = pairParts(before, after);
      const side = (own: 'before' | 'after', alone: 'removed' | 'added'): readonly Part[] =>
        pairs.flatMap((pair) => {
          if (pair.kind === 'same') return pair.parts;
          if (pair.kind === 'changed') return [pair[own]];
          return pair.kind === alone ? [pair.part] : [];
        });
      expect([side('before', 'removed'), side('after', 'added')]).toEqual([before, after]);
    }),
  );
});
