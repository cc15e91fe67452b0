import type { Trace } from './spans.testing';

/** Makes the messages of a support session, turn by turn; the second turn calls a tool twice with the same arguments, in vain. */
export function supportSession(session: string, at: number): readonly Trace[] {
  const model = { 'gen_ai.request.model': 'gpt-4o-mini' };
  const of = { 'session.id': session, 'user.id': 'ada' };
  return [
    {
      key: `${session}/1`,
      at,
      spans: [
        {
          key: 'root',
          name: 'support-chat',
          type: 'agent',
          to: 2_500,
          input: [{ role: 'user', content: 'Where is my invoice?' }],
          output: { role: 'assistant', content: 'In your inbox.' },
          attributes: of,
        },
        {
          key: 'call',
          parent: 'root',
          name: 'chat',
          type: 'generation',
          from: 100,
          to: 2_400,
          input: [
            { role: 'system', content: 'You help customers.' },
            { role: 'user', content: 'Where is my invoice?' },
          ],
          output: { role: 'assistant', content: 'In your **inbox**.' },
          attributes: { ...model, 'gen_ai.usage.input_tokens': 1_200, 'gen_ai.usage.output_tokens': 80 },
        },
      ],
    },
    {
      key: `${session}/2`,
      at: at + 60_000,
      spans: [
        {
          key: 'root',
          name: 'support-chat',
          type: 'agent',
          to: 8_100,
          input: [{ role: 'user', content: 'Send it again.' }],
          output: { role: 'assistant', content: 'I could not.' },
          attributes: of,
        },
        ...[0, 1, 2].map((n) => ({
          key: `mail${n}`,
          parent: 'root',
          name: 'send_mail',
          type: 'tool' as const,
          from: 1_000 + n * 2_000,
          to: 2_500 + n * 2_000,
          input: { to: 'ada@example.com' },
          error: 'the mailbox is full',
        })),
        {
          key: 'call',
          parent: 'root',
          name: 'chat',
          type: 'generation',
          from: 7_000,
          to: 8_000,
          input: [
            { role: 'system', content: 'You help customers.' },
            { role: 'user', content: 'Where is my invoice?' },
            { role: 'assistant', content: 'In your inbox.' },
            { role: 'user', content: 'Send it again.' },
          ],
          output: { role: 'assistant', content: 'I could not.' },
          attributes: { ...model, 'gen_ai.usage.input_tokens': 2_400, 'gen_ai.usage.output_tokens': 20 },
        },
      ],
    },
  ];
}
