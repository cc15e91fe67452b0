import { supportSession } from './conversations.testing';
import { send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/* M9: a session as the conversation that it was. */

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
  // One user, and nobody else that was not looked at.
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
