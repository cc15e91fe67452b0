import { eventually } from '@sluice/testbed/machine';
import { supportSession } from './conversations.testing';
import { send, traceIdOf } from './spans.testing';
import { LAPTOP, PHONE, violations, visits } from './visit.testing';

/* M9: a session shown as a conversation. */

const console_ = visits('sessions');

beforeAll(async () => {
  await send(console_, ...supportSession('chat-1', Date.now() - 120_000));
  const many = Array.from({ length: 120 }, (_, n) => ({
    key: `many-${n}`,
    at: Date.now() - n * 1000,
    spans: [{ key: 'root', name: 'turn', input: `question ${n}`, attributes: { 'session.id': 'many' } }],
  }));
  await send(console_, ...many);
});

test('from the list of sessions to the turns of one, its tools, and a trace of it', async () => {
  const page = await console_.open('/ui/sessions');
  await page.getByRole('link', { name: 'chat-1' }).click();
  await page.getByText('Where is my invoice?').first().waitFor();
  await page.getByText('I could not.').first().waitFor();
  await page.getByRole('article').last().locator('summary').click();
  await page.getByText('send_mail').first().waitFor();
  await page.getByText('the mailbox is full').first().waitFor();
  await page.getByRole('link', { name: 'open trace' }).last().click();
  await page.getByRole('treeitem').first().waitFor();
  expect(page.url().replaceAll('-', '')).toContain(traceIdOf('chat-1/2'));
  await page.goBack();
  await page.getByText('I could not.').first().waitFor();
});

test('the list says who talked, with which words it began, and leads to older sessions and back', async () => {
  const older = Array.from({ length: 55 }, (_, n) => ({
    key: `older-${n}`,
    at: Date.now() - 3_600_000 - n * 1000,
    spans: [
      {
        key: 'root',
        name: 'turn',
        input: JSON.stringify([{ role: 'user', content: `first words ${n}.` }]),
        attributes: { 'session.id': `older-${n}`, 'user.id': `user-${n}` },
      },
    ],
  }));
  await send(console_, ...older);
  const page = await console_.open('/ui/sessions');
  const first = page.getByRole('row').filter({ hasText: 'older-0' });
  await first.getByText('first words 0.', { exact: true }).waitFor();
  await first.getByText('user-0', { exact: true }).waitFor();
  await expect(page.getByRole('link', { name: 'older-54' }).count()).resolves.toBe(0);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('link', { name: 'older-54' }).waitFor();
  await page.getByText('no older ones in this time').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'older-54' }).waitFor();
  await page.goBack();
  await first.waitFor();
});

test('sessions of a user are found, by keys and by a press, and what was said in them', async () => {
  const of = (key: string, user: string, input: string, at: number) => ({
    key,
    at,
    spans: [
      {
        key: 'root',
        name: 'turn',
        input,
        attributes: { 'session.id': key, 'user.id': user, 'langfuse.environment': 'filtered' },
      },
    ],
  });
  const now = Date.now() - 7_200_000;
  await send(
    console_,
    of('of-olga', 'olga', 'the zeppelin is late', now),
    of('of-olga-2', 'olga', 'hello', now - 1000),
    of('of-ivan', 'ivan', 'my zeppelin is green', now - 2000),
  );
  const page = await console_.open('/ui/sessions?environment=filtered');
  const rows = page.locator('tbody tr');
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
  await page.keyboard.press('f');
  const form = page.getByRole('dialog', { name: 'Filter' });
  await form.getByRole('combobox', { name: 'Value of user' }).fill('ol');
  await form.getByRole('option', { name: 'olga' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/userId=olga/);
  await page.locator('tbody > tr:nth-child(2):last-child').waitFor();
  await page.reload();
  await page.locator('tbody > tr:nth-child(2):last-child').waitFor();
  await page.getByRole('button', { name: 'Remove user is olga' }).click();
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
  await rows.filter({ hasText: 'of-ivan' }).getByRole('button', { name: 'ivan' }).click();
  await page.locator('tbody > tr:nth-child(1):last-child').waitFor();
  await page.getByRole('button', { name: 'Remove user is ivan' }).click();
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('ZEPPELIN');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sessions\?.*q=ZEPPELIN/);
  await page.locator('tbody > tr:nth-child(2):last-child').waitFor();
  await rows.filter({ hasText: 'of-ivan' }).locator('mark').getByText('zeppelin').waitFor();
  await expect(rows.first().locator('[data-column=id]').innerText()).resolves.toBe('of-olga');
  await page.getByText(/^2 found, all traces in this range searched/).waitFor();
  await page.setViewportSize(PHONE);
  await expect(violations(page)).resolves.toEqual([]);
  await page.getByRole('link', { name: 'As a list of turns' }).click();
  await page.waitForURL(/traces\?.*q=ZEPPELIN/);
  await page.locator('tbody > tr:nth-child(2):last-child').waitFor();
  await page.goBack();
  await rows.getByRole('link', { name: 'of-ivan' }).click();
  await page.getByRole('article').getByText('my zeppelin is green').waitFor();
  await page.goto(`${console_.url}/ui/sessions?environment=filtered&q=airship`);
  await page.getByText('No turn of a session has “airship” in this time.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();

  await page.goto(`${console_.url}/ui/sessions?environment=filtered&userId=nobody`);
  await page
    .getByText('No session had its last turn in this time where user is nobody, and environment is filtered.')
    .waitFor();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await page.getByRole('link', { name: 'chat-1' }).waitFor();
});

test('sessions by their last turn, cost, errors and turns, each in one press', async () => {
  const at = Date.now() - 3_600_000;
  const turn = (session: string, n: number, ms: number, more: object = {}) => ({
    key: `${session}/${n}`,
    at: ms,
    spans: [
      {
        ...{ key: 'root', name: 'turn', type: 'generation' as const, ...more },
        attributes: {
          ...{ 'session.id': session, 'langfuse.environment': 'ordered' },
          'langfuse.observation.cost_details': JSON.stringify({ total: session === 'dear' ? 5 : 0.5 }),
        },
      },
    ],
  });
  const DAY = 24 * 3_600_000;
  await send(
    console_,
    // Began six days ago; its last turn is the newest.
    ...[turn('old', 1, at - 6 * DAY), turn('old', 2, at - 1000), turn('old', 3, at)],
    ...[turn('dear', 1, at - 3000), turn('bad', 1, at - 2000, { error: 'it broke' })],
  );
  const page = await console_.open('/ui/sessions?environment=ordered');
  const ids = page.locator('tbody [data-column=id]');
  const expectOrder = async (...order: string[]) => {
    await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
    await eventually(
      () => ids.allInnerTexts(),
      (found) => found.join() === order.join(),
    );
  };
  await expectOrder('old', 'bad', 'dear');
  await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click();
  await page.waitForURL(/sort=totalCost/);
  await expectOrder('dear', 'old', 'bad');
  await page.getByText('1–3 of 3').waitFor();
  await page.reload();
  await expectOrder('dear', 'old', 'bad');
  await page.getByRole('columnheader', { name: 'Errors' }).getByRole('button').click();
  await expectOrder('bad', 'old', 'dear');
  await page.setViewportSize(PHONE);
  await expect(violations(page)).resolves.toEqual([]);
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('turns');
  await expectOrder('old', 'bad', 'dear');
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('start');
  await page.getByText('2 sessions, no older ones in this time').waitFor();
  await page.goBack();
  await expectOrder('old', 'bad', 'dear');
});

test('sums of too many sessions name what to do', async () => {
  const page = await console_.open('/ui/sessions?sort=totalCost', { expected: [/status of 503/] });
  await page.getByRole('link', { name: 'chat-1' }).waitFor();
  await page.route('**/api/public/sessions?*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { message: 'ask for a shorter time range' } }),
  );
  await page.goto(`${console_.url}/ui/sessions?sort=traceCount&range=30d`);
  await page.getByRole('button', { name: /Try again/ }).waitFor();
});

test.each([LAPTOP, PHONE])(
  'nothing of a session lies beside the page, and a press on its row opens it: %p',
  async (viewport) => {
    const page = await console_.open('/ui/sessions', { viewport });
    const row = page.getByRole('row').filter({ hasText: 'chat-1' });
    await row.getByText('Where is my invoice?').waitFor();
    const box = page.locator('table').locator('..');
    await expect(box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).resolves.toBe(0);
    await expect(violations(page)).resolves.toEqual([]);
    await row.getByText('Where is my invoice?').click();
    await page.getByText('I could not.').first().waitFor();
  },
);

test('of a session with errors one press shows the turns that failed', async () => {
  const page = await console_.open('/ui/sessions/chat-1');
  await page.getByRole('link', { name: /with an error/ }).click();
  await page.waitForURL(/level=ERROR/);
  await page.locator('tbody > tr:nth-child(1):last-child').waitFor();
});

test('a long session comes page by page', async () => {
  const page = await console_.open('/ui/sessions/many');
  await page.getByText('question 119').first().waitFor();
  await expect(page.getByText('question 0', { exact: true }).count()).resolves.toBe(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('question 69').first().waitFor();
  await page.reload();
  await page.getByText('question 69').first().waitFor();
});

test('from a trace to its session, and to another turn of it', async () => {
  const page = await console_.open(`/ui/traces/${traceIdOf('chat-1/1')}`);
  await page.getByRole('treeitem').first().waitFor();
  await page.getByRole('banner').or(page.locator('main')).getByRole('link', { name: 'chat-1' }).first().click();
  await page.waitForURL(/sessions\/chat-1/);
  await page.getByText('I could not.').first().waitFor();
  await page.getByRole('link', { name: 'As a list of traces' }).click();
  await page.locator('tbody tr').nth(1).waitFor();
});

test('a session of 20,000 traces opens, says all of it, and goes to its end at once', async () => {
  const SIZE = 20_000;
  const begin = Date.now() - SIZE * 1000;
  const traces = Array.from({ length: SIZE }, (_, n) => ({
    key: `huge-${n}`,
    at: begin + n * 1000,
    spans: [
      {
        key: 'root',
        name: 'turn',
        input: `question ${n} of many`,
        attributes: { 'session.id': 'huge', 'user.id': 'ada' },
      },
    ],
  }));
  await send(console_, ...traces);
  const page = await console_.open('/ui/sessions/huge');
  await page.getByText('question 0 of many').first().waitFor();
  await page.getByText('20,000 turns', { exact: true }).waitFor();
  await page.getByText('ada', { exact: true }).waitFor();
  // A single user, so no note of further ones.
  await expect(page.getByText('more users').count()).resolves.toBe(0);
  await page.getByRole('button', { name: 'Last' }).click();
  await page.getByText('question 19999 of many').waitFor();
  await expect(page.getByRole('article').count()).resolves.toBe(50);
});

test('a turn without input and output says what its model calls said', async () => {
  await send(console_, {
    key: 'silent',
    at: Date.now(),
    spans: [
      { key: 'root', name: 'workflow', attributes: { 'session.id': 'silent' } },
      { key: 'call', parent: 'root', name: 'chat', type: 'generation', input: 'Is it late?', output: 'It is not.' },
    ],
  });
  const page = await console_.open('/ui/sessions/silent');
  await page.getByText('Is it late?', { exact: true }).waitFor();
  await page.getByText('It is not.', { exact: true }).waitFor();
  await expect(page.getByText('The trace has no input').count()).resolves.toBe(0);
});
