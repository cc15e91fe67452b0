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
  await page.locator('summary').last().click();
  await page.getByText('send_mail').first().waitFor();
  await page.getByText('the mailbox is full').first().waitFor();
  await page.getByRole('link', { name: 'open trace' }).last().click();
  await page.getByRole('treeitem').first().waitFor();
  expect(page.url().replaceAll('-', '')).toContain(traceIdOf('chat-1/2'));
  await page.goBack();
  await page.getByText('I could not.').first().waitFor();
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
