import { testUuid } from '@sluice/testbed/samples';
import { supportSession } from './conversations.testing';
import { observationIdOf, send, traceIdOf } from './spans.testing';
import { PHONE, violations, visits } from './visit.testing';

/* M6, M7, M8, N3, N7: input and output of an observation. */

const console_ = visits('detail');
const DIGITS = '9007199254740993';
const STACK = 'Traceback (most recent call last):\n  File "tools.py", line 88, in fetch\nTimeoutError: refused';

beforeAll(async () => {
  const now = Date.now();
  const rows = Array.from({ length: 50_000 }, (_, n) => `{"id":${n},"name":"document ${n}"}`);
  await send(console_, ...supportSession('chat-1', now - 120_000), {
    key: 'exact',
    at: now,
    spans: [{ key: 'root', name: 'exact', output: `{"exact":${DIGITS},"rows":[${rows.join()}]}` }],
  });
  const usage = { 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 50 };
  const call = { name: 'chat', type: 'generation', attributes: usage } as const;
  await send(
    console_,
    { key: 'twice', at: now, spans: [{ key: 'root', ...call }] },
    { key: 'twice', at: now, scope: 'sdk', spans: [{ key: 'same', parent: 'root', ...call }] },
  );
  await send(console_, {
    key: 'thrown',
    at: now,
    spans: [{ key: 'root', name: 'thrown', error: 'refused', attributes: { 'exception.stacktrace': STACK } }],
  });
  // OpenInference flattens what a retriever has found.
  const found = Array.from({ length: 25 }, (_, n) => [
    [`retrieval.documents.${n}.document.id`, `doc-${n}`],
    [`retrieval.documents.${n}.document.content`, `passage ${n} ${'invoice '.repeat(100)}ends`],
    [`retrieval.documents.${n}.document.score`, 0.875 - n / 100],
    [`retrieval.documents.${n}.document.metadata`, JSON.stringify({ source: `guide-${n}.pdf`, page: n })],
  ]).flat();
  await send(console_, {
    key: 'found',
    at: now,
    spans: [
      { key: 'root', name: 'answer', type: 'agent' },
      {
        ...{ key: 'search', parent: 'root', name: 'search', type: 'retriever', input: 'where is my invoice' },
        attributes: Object.fromEntries(found) as Record<string, string | number>,
      },
    ],
  });
});

const address = (trace: string, key: string, tab = '') =>
  `/ui/traces/${traceIdOf(trace)}?obs=${observationIdOf(trace, key)}${tab && `&tab=${tab}`}`;

test('a call of a model is read as a conversation, and the tabs have keys', async () => {
  const page = await console_.open(address('chat-1/2', 'call'));
  const detail = page.getByRole('region', { name: 'Observation' });
  await detail.getByText('Send it again.').first().waitFor();
  await detail.getByText('I could not.').first().waitFor();
  for (const [key, tab] of Object.entries({ 2: 'json', 3: 'raw', 4: 'attributes' })) {
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.searchParams.get('tab') === tab);
  }
  await page.keyboard.press('1');
  await detail.getByText('I could not.').first().waitFor();
});

test('a cost says which prices it was computed by', async () => {
  const page = await console_.open(address('chat-1/2', 'call'));
  const detail = page.getByRole('region', { name: 'Observation' });
  await detail.locator('summary').first().click();
  await detail.getByText(/^Costs computed by the prices of genai-prices@/).waitFor();
});

test('a call that two instrumentations sent says in one of them where it counts', async () => {
  const factsOf = async (key: string) => {
    const page = await console_.open(address('twice', key));
    const detail = page.getByRole('region', { name: 'Observation' });
    await detail.locator('summary').first().click();
    await detail.getByText('Last change').waitFor();
    return detail.getByText('counted in its parent');
  };
  // The figure follows the facts: it is read with the texts.
  await (await factsOf('same')).waitFor();
  await expect((await factsOf('root')).count()).resolves.toBe(0);
});

test('text is shown with its marks, as elements', async () => {
  const page = await console_.open(address('chat-1/1', 'call'));
  await page.getByRole('region', { name: 'Observation' }).locator('strong', { hasText: 'inbox' }).first().waitFor();
});

test('the message of what failed is there', async () => {
  const page = await console_.open(address('chat-1/2', 'mail0'));
  await page.getByRole('region', { name: 'Observation' }).getByText('the mailbox is full').first().waitFor();
});

test('where in the program it failed is read without leaving the conversation, line by line', async () => {
  const page = await console_.open(address('thrown', 'root'), { permissions: ['clipboard-read', 'clipboard-write'] });
  const stack = page.getByRole('region', { name: 'Stack trace' });
  await expect(stack.locator('pre').innerText()).resolves.toBe(STACK);
  await stack.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied the stack trace').waitFor();
  await expect(page.evaluate(() => navigator.clipboard.readText())).resolves.toBe(STACK);
});

test('documents that a retriever has found are cards, beside what was sent', async () => {
  const page = await console_.open(address('found', 'search'));
  const output = page.getByRole('region', { name: 'Observation' }).getByRole('region', { name: 'Output' });
  await output.getByText('25 documents').waitFor();
  const second = output.getByRole('article', { name: 'Document 2', exact: true });
  for (const text of ['guide-1.pdf', 'score 0.865', 'doc-1']) await second.locator('header').getByText(text).waitFor();
  await expect(second.getByText('ends').count()).resolves.toBe(0);
  await second.getByRole('button', { name: /^More/ }).click();
  await second.getByText('ends').waitFor();
  await second.getByText(/^Metadata/).click();
  await second.getByText('page', { exact: true }).waitFor();
  await expect(output.getByRole('article').count()).resolves.toBe(20);
  await output.getByRole('button', { name: 'Show 5 more' }).click();
  await output.getByRole('article', { name: 'Document 25' }).locator('header').waitFor();
  await page.setViewportSize(PHONE);
  await second.locator('header').waitFor();
  await expect(violations(page)).resolves.toEqual([]);
  await page.getByRole('tab', { name: 'Raw' }).click();
  await page.getByText('"score":0.865').first().waitFor();
});

test('large JSON is shown with the digits that were sent, and few elements', async () => {
  const page = await console_.open(address('exact', 'root', 'json'));
  await page.getByText(DIGITS).first().waitFor();
  expect(await page.locator('main *').count()).toBeLessThan(5_000);
});

test('input, output and metadata of the trace itself are on its page, also before an observation has come', async () => {
  const texts = { input: 'asked of the trace', output: { answered: 'by the trace' }, metadata: { region: 'eu' } };
  const observations = [{ id: testUuid(1), type: 'SPAN', name: 'silent', startTime: new Date().toISOString() }];
  for (const [id, of] of [
    [testUuid(2), observations],
    [testUuid(3), []],
  ] as const) {
    await console_.post('/v1/l/batch', JSON.stringify({ trace: { id, name: 'native', ...texts }, observations: of }));
    const page = await console_.open(`/ui/traces/${id}`);
    if (of.length > 0) await page.getByText('Trace input, output, metadata').click();
    await page.getByRole('region', { name: 'Trace input' }).getByText('asked of the trace').waitFor();
    await page.getByRole('region', { name: 'Trace output' }).getByText('by the trace').waitFor();
    await page.getByRole('region', { name: 'Trace metadata' }).getByText('region').waitFor();
  }
});

test('a long conversation opens at its last question', async () => {
  const message = (n: number) => ({ role: n % 2 === 0 ? 'user' : 'assistant', content: `message ${n}.` });
  const input = JSON.stringify(Array.from({ length: 61 }, (_, n) => message(n)));
  const spans = [{ key: 'root', name: 'chat', type: 'generation', input, output: 'the answer' } as const];
  await send(console_, { key: 'talk', at: Date.now(), spans });
  const page = await console_.open(address('talk', 'root'));
  const side = page.getByRole('region', { name: 'Input', exact: true });
  await side.getByText('message 60.').waitFor();
  await expect(side.getByText('message 59.').count()).resolves.toBe(0);
  await side.getByRole('button', { name: 'Show 60 earlier messages' }).click();
  await side.getByText('message 0.').waitFor();
});
