import type { Span, Trace } from './spans.testing';

/** Visible picture: a square of 8 x 8 in one colour. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4YWODFTEMLQkAZZlQAVIPr1MAAAAASUVORK5CYII=';

const REASON = 'TimeoutError: the reports did not answer within 10 s';

/**
 * Makes a run of an agent that reads a report, which fails three times in the same way, and continues without it until the parser of its
 * answer fails.
 */
export function failedRun(key: string, at: number): Trace {
  const messages: object[] = [
    { role: 'system', content: 'You compare the revenues of companies.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Compare Acme and Globex.' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    },
  ];
  const steps = [0, 1, 2].flatMap((n): readonly Span[] => {
    const from = n * 12_000;
    const id = `call_${n}`;
    const asked = {
      role: 'assistant',
      content: `Attempt ${n + 1}.`,
      tool_calls: [{ id, type: 'function', function: { name: 'fetch_report', arguments: '{"company":"Acme"}' } }],
    };
    const before = [...messages];
    messages.push(asked, { role: 'tool', tool_call_id: id, content: 'Error: timed out' });
    return [
      modelCall(
        { key: `model${n}`, from, to: from + 1_000, input: { messages: before }, output: asked },
        1_000 + n * 500,
      ),
      {
        ...{ key: `fetch${n}`, parent: 'root', name: 'fetch_report', type: 'tool', error: REASON },
        ...{ from: from + 1_100, to: from + 11_100, input: { company: 'Acme' } },
      },
    ];
  });
  return {
    key,
    at,
    spans: [
      { key: 'root', name: 'market-report', type: 'agent', to: 40_000, error: 'no report was written' },
      ...steps,
      modelCall(
        { key: 'last', from: 36_000, to: 37_000, input: { messages: messages }, output: 'I go on without it.' },
        2_600,
      ),
      { key: 'parse', parent: 'root', name: 'parse_answer', from: 39_000, to: 39_010, error: 'expected a table' },
    ],
  };
}

const modelCall = (span: Pick<Span, 'key' | 'from' | 'to' | 'input' | 'output'>, tokens: number): Span => ({
  ...span,
  ...{ parent: 'root', name: 'chat', type: 'generation' },
  attributes: {
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.usage.input_tokens': tokens,
    'gen_ai.usage.output_tokens': 20,
  },
});
