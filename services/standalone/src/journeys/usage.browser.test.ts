import { supportSession } from './conversations.testing';
import { send, sendCaptures } from './spans.testing';
import { visits } from './visit.testing';

/* M10: what it cost; the figures are those of the API. */

const console_ = visits('usage');

interface Daily {
  readonly data: readonly { readonly totalCost: number; readonly countTraces: number }[];
}

beforeAll(async () => {
  await sendCaptures(console_);
  await send(console_, ...supportSession('chat-1', Date.now() - 60_000));
});

test('cost and traces of all days are what the API sums up, and a model can be chosen', async () => {
  const { data } = (await console_.get('/api/public/metrics/daily')) as Daily;
  const sum = (of: (day: Daily['data'][number]) => number) => data.reduce((all, day) => all + of(day), 0);
  const page = await console_.open('/ui/usage');
  const shown = await page.locator('dl').first().innerText();
  expect(shown).toContain(sum(({ countTraces }) => countTraces).toLocaleString('en'));
  const cost = Number(/\$([\d.]+)/.exec(shown)?.[1]);
  expect(Math.abs(cost - sum(({ totalCost }) => totalCost))).toBeLessThan(cost * 0.05);
  await page
    .getByRole('button', { name: /gpt-4o-mini/ })
    .first()
    .click();
  await page.waitForURL(/model=/);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('model='));
});

test('a model without a known price costs “—”, with the reason, and not nothing', async () => {
  await send(console_, {
    key: 'unpriced',
    at: Date.now(),
    spans: [
      {
        key: 'root',
        name: 'chat',
        type: 'generation',
        attributes: { 'gen_ai.request.model': 'a-model-of-nobody', 'gen_ai.usage.input_tokens': 10 },
      },
    ],
  });
  const page = await console_.open('/ui/usage');
  const row = page.getByRole('row', { name: /a-model-of-nobody/ }).first();
  await row.getByText('—').first().waitFor();
  await expect(row.getByText('$0', { exact: true }).count()).resolves.toBe(0);
});
