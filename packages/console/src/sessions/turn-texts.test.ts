import { answerText, questionText, textsOfSteps } from './turn-texts';

const message = (content: string) => ({ role: 'assistant', content });
const user = { role: 'user', content: 'Where is it?' };

test.each<[string, unknown, string | undefined]>([
  ['a text', 'Where is it?', 'Where is it?'],
  ['messages', [{ role: 'system', content: 'Be kind.' }, user], 'Where is it?'],
  [
    'the last of several',
    [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi' }, user],
    'Where is it?',
  ],
  ['messages of a call', { model: 'gpt-4o', messages: [user] }, 'Where is it?'],
  [
    'parts',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where' },
          { type: 'text', text: 'is it?' },
        ],
      },
    ],
    'Where\nis it?',
  ],
  ['Gemini', { contents: [{ role: 'user', parts: [{ text: 'Where is it?' }] }] }, 'Where is it?'],
  ['gen_ai parts', [{ role: 'user', parts: [{ type: 'text', content: 'Where is it?' }] }], 'Where is it?'],
  ['LangChain', { messages: [[{ type: 'human', content: 'Where is it?' }]] }, 'Where is it?'],
  ['JSON in a text', '[{"role":"user","content":"Where is it?"}]', 'Where is it?'],
  ['a question', { question: 'Where is it?', top_k: 3 }, 'Where is it?'],
  ['nothing that is known', { rows: [1, 2] }, undefined],
  ['nothing', null, undefined],
])('the text that was asked in %s', (_, input, text) => {
  expect(questionText(input)).toBe(text);
});

test.each<[string, unknown, string | undefined]>([
  ['a text', 'There.', 'There.'],
  ['a message', { role: 'assistant', content: 'There.' }, 'There.'],
  ['choices', { choices: [{ message: { role: 'assistant', content: 'There.' } }] }, 'There.'],
  [
    'messages, of which the last one says something',
    [message('Hm'), message('There.'), { role: 'tool', tool_call_id: '1', content: 'ok' }],
    'There.',
  ],
  [
    'content beside a call',
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'There.' },
        { type: 'tool_use', id: '1', name: 'f', input: {} },
      ],
    },
    'There.',
  ],
  ['a call alone', { role: 'assistant', content: [{ type: 'tool_use', text: 'no' }] }, undefined],
  ['the state of a graph', { messages: [user, { type: 'ai', content: 'There.' }] }, 'There.'],
  ['numbers', [1, 2], undefined],
])('the text that was answered in %s', (_, output, text) => {
  expect(answerText(output)).toBe(text);
});

test('what is deep is given up', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level += 1) deep = { content: deep };
  expect([questionText([{ role: 'user', content: deep }]), answerText(deep)]).toEqual([undefined, undefined]);
});

test('a turn that says nothing says what its first call was asked and its last one answered', () => {
  const call = (endTime: string | null, input: unknown, output: unknown) => ({
    ...{ type: 'GENERATION', endTime },
    values: { input, output },
  });
  const tool = { type: 'TOOL', endTime: '2026-11-01T00:00:09Z', values: { input: 'a', output: 'b' } };
  expect(
    textsOfSteps([
      { type: 'AGENT', endTime: '2026-11-01T00:00:05Z', values: undefined },
      call('2026-11-01T00:00:01Z', [{ role: 'user', content: 'Is it late?' }], null),
      tool,
      call('2026-11-01T00:00:03Z', 'and now?', 'It is not.'),
      call('2026-11-01T00:00:02Z', 'and now?', 'Let me look.'),
    ]),
  ).toEqual({ question: 'Is it late?', answer: 'It is not.' });
  expect(textsOfSteps([tool])).toEqual({ question: undefined, answer: undefined });
});
