import { send } from './spans.testing';
import { visits } from './visit.testing';

/* M2: a user without any trace. */

const console_ = visits('first-trace');

test('an empty console shows how to send, with its own address, and goes on by itself when the first trace arrives', async () => {
  const page = await console_.open('/');
  await page.getByText(console_.url).first().waitFor();
  await page
    .getByText(/waiting for the first trace/i)
    .first()
    .waitFor();
  await send(console_, { key: 'first', at: Date.now(), spans: [{ key: 'root', name: 'my-first-trace' }] });
  await page.getByRole('row', { name: 'my-first-trace' }).waitFor();
});

test('a row says what the messages of a trace say, and not their JSON', async () => {
  const page = await console_.open('/');
  const messages = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.input.messages': messages('user', 'Where does the Nile rise?'),
    'gen_ai.output.messages': messages('assistant', 'In the highlands.'),
  };
  await send(console_, { key: 'said', at: Date.now(), spans: [{ key: 'root', name: 'invoke_agent ada', attributes }] });
  await page.goto(`${console_.url}/ui/traces?name=invoke_agent ada`);
  const row = page.getByRole('row', { name: /invoke_agent ada/ });
  await row.getByText('Where does the Nile rise?', { exact: true }).waitFor();
  await row.getByText('In the highlands.', { exact: true }).waitFor();
});
