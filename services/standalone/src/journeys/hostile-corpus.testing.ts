import type { Trace } from './spans.testing';

/** Texts that an attacker, or a model that repeats one, may send. */
const TEXTS: readonly string[] = [
  '<script>window.taken = 1</script>',
  '<img src=x onerror="window.taken = 1">',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="window.taken = 1"><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>parent.taken = 1</script>"></iframe>',
  '"><a href="javascript:window.taken = 1">x</a>',
  '[a link](javascript:window.taken=1) [another](data:text/html,<script>alert(1)</script>) [ok](https://leak.example/?q=1)',
  '![picture](https://leak.example/pixel.png) ![](//leak.example/x.gif) <https://leak.example>',
  '\u202Egnp.exe\u202C \u2066hidden\u2069 \u200B\u200D\uFEFF',
  '__proto__ constructor \u0000\u0007\u001B[31m red',
  `${'\u0300'.repeat(2_000)} zalgo`,
  `${'a'.repeat(200_000)} unbroken`,
  `| ${'a |'.repeat(2_000)}\n| ${'- |'.repeat(2_000)}\n${'> '.repeat(2_000)}deep`,
  `${'*'.repeat(5_000)}${'_'.repeat(5_000)}${'`'.repeat(4_999)}${'['.repeat(5_000)}`,
];

/** Together with one more tag, the maximum of a trace. */
const MANY_TAGS = Array.from({ length: 199 }, (_, n) => `tag ${n}`);

const DEEP = 100_000;

/** Payloads that are large or odd as a whole, as the text of an input or output. */
const PAYLOADS: Readonly<Record<string, string>> = {
  'deep arrays': '['.repeat(DEEP) + ']'.repeat(DEEP),
  'deep objects': `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  'a picture of 5 MB': JSON.stringify([
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(460_000)}` } }],
    },
  ]),
  'a picture that is a program': JSON.stringify([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/svg+xml;base64,${btoa(TEXTS[2] ?? '')}` } },
        { type: 'image_url', image_url: { url: 'https://leak.example/remote.png' } },
        { type: 'image_url', image_url: { url: `data:text/html,${TEXTS[0]}` } },
      ],
    },
  ]),
  'names that objects have':
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"":2}',
  'digits that are lost': '{"id":9007199254740993,"small":0.1000000000000000055511151231257827,"large":1e400}',
  'half of a conversation':
    '[{"role":"assistant","content":null,"tool_calls":[{"function":{"arguments":"{"}}]},{"role":7},null,[]]',
};

/** Makes traces with all of these texts, in every place that the console shows. */
export function hostileTraces(at: number): readonly Trace[] {
  const ofTexts = TEXTS.map((text, n): Trace => ({
    key: `text-${n}`,
    at: at - n * 1000,
    spans: [
      {
        key: 'root',
        name: text.slice(0, 1_000),
        type: 'agent',
        input: text,
        output: [
          {
            role: 'assistant',
            content: text,
            tool_calls: [
              { id: text.slice(0, 100), type: 'function', function: { name: text.slice(0, 100), arguments: text } },
            ],
          },
        ],
        attributes: {
          'user.id': text.slice(0, 200),
          'session.id': text.slice(0, 200),
          'langfuse.trace.tags': JSON.stringify([text.slice(0, 200), ...MANY_TAGS]),
          'langfuse.environment': 'hostile',
          'langfuse.release': text.slice(0, 200),
          [text.slice(0, 200)]: text.slice(0, 2_000),
        },
      },
      {
        key: 'call',
        parent: 'root',
        name: 'chat',
        type: 'generation',
        error: text.slice(0, 2_000),
        input: [
          { role: 'system', content: text },
          { role: 'user', content: [{ type: 'text', text }] },
        ],
        output: { role: 'assistant', content: text },
        attributes: { 'gen_ai.request.model': text.slice(0, 200) },
      },
    ],
  }));
  const ofPayloads = Object.entries(PAYLOADS).map(([name, text], n): Trace => ({
    key: name,
    at: at - 60_000 - n * 1000,
    spans: [{ key: 'root', name, type: 'generation', input: text, output: text }],
  }));
  return [...ofTexts, ...ofPayloads];
}
