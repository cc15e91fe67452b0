import { send } from './spans.testing';
import { visits } from './visit.testing';

/* M2: somebody who has nothing yet. */

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
