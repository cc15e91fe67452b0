import fc from 'fast-check';
import { parseExact } from '../json/exact-value';
import type { Message, ContentPart } from './model';
import { readConversation } from './read';

const read = (value: unknown, role = 'user') => readConversation(parseExact(JSON.stringify(value)), role);
const messages = (value: unknown, role?: string) => read(value, role)?.messages;
const parts = (value: unknown): readonly ContentPart[] | undefined => messages(value)?.[0]?.parts;

const PNG = 'iVBORw0KGgo=';
const message = (role: string, ...all: readonly ContentPart[]): Message => ({ role, parts: all });
const text = (value: string): ContentPart => ({ kind: 'text', text: value });
const call = { kind: 'call', id: 'c1', name: 'look', input: { at: 'sky' } } as const;
const result = { kind: 'result', id: 'c1', name: undefined, isError: false, parts: [text('blue')] } as const;

describe('requests and answers', () => {
  test('OpenAI chat completions', () => {
    const request = {
      model: 'gpt-4o',
      messages: [
        { role: 'developer', content: 'Be short.' },
        { role: 'user', content: [{ type: 'text', text: 'Which colour?' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'blue' },
      ],
    };
    expect(messages(request)).toEqual([
      message('developer', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', call),
      message('tool', result),
    ]);
    expect(read(request)?.rest).toEqual([['model', 'gpt-4o']]);
    const answer = { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Blue.' } }] };
    expect(messages(answer)).toEqual([{ role: 'assistant', parts: [text('Blue.')], finish: 'stop' }]);
  });

  test('LangChain, messages as their constructors, with and without a type', () => {
    const made = (name: string, kwargs: object) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', name],
      kwargs,
    });
    const request = [
      [
        made('SystemMessage', { content: 'Be short.', type: 'system' }),
        made('HumanMessage', { content: 'Which colour?' }),
        made('AIMessageChunk', { content: '', tool_calls: [{ id: 'c1', name: 'look', args: { at: 'sky' } }] }),
        made('ToolMessage', { content: 'blue', tool_call_id: 'c1' }),
      ],
    ];
    expect(messages(request)).toEqual([
      message('system', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', call),
      message('tool', result),
    ]);
    expect(messages([made('Unheard', { content: 'Blue.' })])).toBeUndefined();
  });

  test('a role or a type may have the name of what every object has', () => {
    expect(messages([{ role: 'constructor', content: 'Blue.' }])).toEqual([message('constructor', text('Blue.'))]);
    expect(messages([{ type: 'constructor', content: 'Blue.' }])).toBeUndefined();
  });

  test('OpenAI responses', () => {
    const request = {
      model: 'gpt-5',
      instructions: 'Be short.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Which colour?' }] },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I should look.' }], encrypted_content: 'x' },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"sky"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'blue' },
      ],
    };
    expect(messages(request)).toEqual([
      message('system', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', { kind: 'reasoning', text: 'I should look.' }, call),
      message('tool', result),
    ]);
    const answer = {
      object: 'response',
      output: [
        { type: 'web_search_call', id: 'ws', status: 'completed' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Blue.', annotations: [] }] },
      ],
    };
    expect(messages(answer)?.at(-1)).toEqual(message('assistant', text('Blue.')));
    expect(messages({ model: 'gpt-5', input: 'Which colour?' })).toEqual([message('user', text('Which colour?'))]);
  });

  test('Anthropic', () => {
    const request = {
      model: 'claude',
      system: [{ type: 'text', text: 'Be short.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Which colour?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'I should look.', signature: 's' },
            { type: 'redacted_thinking', data: 'sealed' },
            { type: 'tool_use', id: 'c1', name: 'look', input: { at: 'sky' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'blue' }] },
      ],
    };
    expect(messages(request)).toEqual([
      message('system', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', { kind: 'reasoning', text: 'I should look.' }, { kind: 'reasoning', text: undefined }, call),
      message('user', result),
    ]);
    const answer = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Blue.' }],
      stop_reason: 'end_turn',
    };
    expect(messages(answer)).toEqual([{ role: 'assistant', parts: [text('Blue.')], finish: 'end_turn' }]);
  });

  test('Gemini', () => {
    const request = {
      systemInstruction: { parts: [{ text: 'Be short.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Which colour?' }] },
        {
          role: 'model',
          parts: [
            { text: 'I should look.', thought: true },
            { functionCall: { id: 'c1', name: 'look', args: { at: 'sky' } } },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'look', response: { colour: 'blue' } } }] },
      ],
    };
    expect(messages(request)).toEqual([
      message('system', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', { kind: 'reasoning', text: 'I should look.' }, call),
      message('user', {
        ...result,
        name: 'look',
        parts: [{ kind: 'value', name: undefined, value: { colour: 'blue' } }],
      }),
    ]);
    const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'Blue.' }] }, finishReason: 'STOP' }] };
    expect(messages(answer)).toEqual([{ role: 'assistant', parts: [text('Blue.')], finish: 'STOP' }]);
  });

  test('Amazon Bedrock', () => {
    const request = {
      system: [{ text: 'Be short.' }],
      messages: [
        { role: 'user', content: [{ text: 'Which colour?' }] },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'I should look.' } } },
            { toolUse: { toolUseId: 'c1', name: 'look', input: { at: 'sky' } } },
          ],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: [{ text: 'blue' }], status: 'error' } }] },
      ],
    };
    expect(messages(request)).toEqual([
      message('system', text('Be short.')),
      message('user', text('Which colour?')),
      message('assistant', { kind: 'reasoning', text: 'I should look.' }, call),
      message('user', { ...result, isError: true }),
    ]);
    const answer = { output: { message: { role: 'assistant', content: [{ text: 'Blue.' }] } }, stopReason: 'end_turn' };
    expect(messages(answer)).toEqual([{ role: 'assistant', parts: [text('Blue.')], finish: 'end_turn' }]);
  });
});

describe('pictures and files', () => {
  const media = { kind: 'media', media: { type: 'image/png', name: undefined, data: PNG, address: undefined } };

  test.each<[string, unknown]>([
    ['OpenAI', { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }],
    ['OpenAI responses', { type: 'input_image', image_url: `data:image/png;base64,${PNG}` }],
    ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
    ['Gemini', { inlineData: { mimeType: 'image/png', data: PNG } }],
    ['Gemini in Python', { inline_data: { mime_type: 'image/png', data: PNG } }],
    ['gen_ai', { type: 'blob', mime_type: 'image/png', modality: 'image', content: PNG }],
    ['AI SDK', { type: 'file', mediaType: 'image/png', data: PNG }],
    ['Bedrock', { image: { format: 'png', source: { bytes: PNG } } }],
    ['Genkit', { media: { url: `data:image/png;base64,${PNG}` } }],
    [
      'OpenInference',
      { message_content: { type: 'image', image: { image: { url: `data:image/png;base64,${PNG}` } } } },
    ],
  ])('%s', (_, part) => {
    expect(parts([{ role: 'user', content: [part] }])).toEqual([media]);
  });

  test('what lies elsewhere keeps its address and has no bytes', () => {
    const part = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    expect(parts([{ role: 'user', content: [part] }])).toEqual([
      { kind: 'media', media: { type: 'image', address: 'https://example.com/a.png' } },
    ]);
  });
});

describe('what is no conversation', () => {
  test.each<[string, unknown]>([
    ['a number', 7],
    ['a text', 'Which colour?'],
    ['texts', ['a', 'b']],
    ['people with roles', [{ role: 'admin', name: 'Ada' }]],
    ['documents that were found', [{ text: 'Oslo is cold.', score: 0.5 }]],
    ['an error', { message: 'not found', code: 404 }],
    ['a message with a content of a shape that nobody knows', [{ role: 'user', content: [{ colour: 'blue' }] }]],
    [
      'a known message beside an unknown one',
      [
        { role: 'user', content: 'a' },
        { who: 'user', says: 'b' },
      ],
    ],
    ['no messages', { messages: [] }],
    [
      'many envelopes',
      Array.from({ length: 50 }).reduce((inner: unknown) => [inner], [{ role: 'user', content: 'a' }]),
    ],
  ])('%s', (_, value) => {
    expect(messages(value)).toBeUndefined();
  });

  test('a part with a type that nobody knows is shown as it is', () => {
    const part = { type: 'hologram', beam: 3 };
    expect(parts([{ role: 'user', content: [part] }])).toEqual([{ kind: 'value', name: 'hologram', value: part }]);
  });
});

test('digits of calls are those that were sent', () => {
  const sent =
    '[{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"id\\":9007199254740993}"}}]}]';
  expect(readConversation(parseExact(sent), 'user')?.messages[0]?.parts).toMatchObject([
    { kind: 'call', input: { id: { source: '9007199254740993' } } },
  ]);
});

test.each(['constructor', '__proto__', 'toString'])('%s is a role, a type and a format as any other', (word) => {
  expect(messages([{ role: word, content: 'a' }])).toEqual([message(word, text('a'))]);
  expect(messages([{ type: word, data: { content: 'a' } }])?.map(({ role }) => typeof role) ?? []).not.toContain(
    'function',
  );
  const image = { image: { format: word, source: { bytes: PNG } } };
  expect(parts([{ role: 'user', content: [image] }])).toMatchObject([{ media: { type: `image/${word}` } }]);
});

test('answers in answers are read as far as somebody sends them, and are JSON from there on', () => {
  for (const [begin, end] of [
    ['[{"type":"tool_result","tool_use_id":"a","content":', '}]'],
    ['{"message_content":', '}'],
    ['[{"functionResponse":{"response":', '}}]'],
  ] as const) {
    const deep = begin.repeat(20_000) + '"end"' + end.repeat(20_000);
    expect(() => readConversation(parseExact(deep), 'user')).not.toThrow();
  }
  const two = { type: 'tool_result', tool_use_id: 'b', content: 'blue' };
  expect(parts([{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [two] }] }])).toMatchObject(
    [{ id: 'a', parts: [{ id: 'b', parts: [text('blue')] }] }],
  );
});

test('what is to be a word is cut, however long', () => {
  const long = 'n'.repeat(1_000_000);
  const message = messages([
    { role: long, name: long, content: [{ type: 'tool_use', id: 'c', name: long }], stop_reason: long },
  ])?.[0];
  const { role, name = '', finish = '', parts: [only] = [] } = message ?? {};
  const words = [role, name, finish, only?.kind === 'call' ? only.name : long];
  expect(words.map((word = long) => word.length)).toEqual([201, 201, 201, 201]);
});

test('anything can be asked about', () => {
  const KEYS = ['role', 'content', 'parts', 'type', 'text', 'messages', 'message', 'choices', 'tool_calls', 'output'];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<unknown>(null, 1, 'user', 'text', '[{"text":"a"}]', 'tool_use'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (any) => {
      for (const message of messages(any) ?? []) expect(typeof message.role).toBe('string');
    }),
    { numRuns: 500 },
  );
});

test('many parts and long texts are read in the time that they take to be passed once', () => {
  // A hundredth of a second each of the processor, which a busy machine does not change; without it half a minute.
  const begun = process.cpuUsage();
  const many = [{ type: 'text', text: 'a' }, ...Array<string>(50_000).fill('b')];
  expect(parts(many)).toHaveLength(50_001);
  // A search for one text in another that nearly contains it everywhere would be quadratic.
  const [half, whole] = ['a'.repeat(100_000), 'a'.repeat(400_000)];
  const chunks = [
    { role: 'assistant', content: `${half}b${half}` },
    { role: 'assistant', content: whole, finish_reason: 'stop' },
  ];
  expect(messages(chunks)).toHaveLength(2);
  expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
});

test('pieces of a stream are shown beside a whole that says something else', () => {
  const piece = (content: string) => ({ role: 'assistant', content });
  const stream = (whole: string) => [piece('It is '), piece('4.'), { ...piece(whole), finish_reason: 'stop' }];
  expect(messages(stream('It is 4.\n'))).toHaveLength(1);
  expect(messages(stream('It was 4.'))).toHaveLength(3);
});
