import { longTrace, send, sendCaptures, spanIdOf, traceIdOf } from './spans.testing';
import { DESK, LAPTOP, PHONE, violations, visits } from './visit.testing';

/* M13, M14, N8, N10: what holds for each page, in both themes and at each width. Errors and violations of the policy fail by themselves. */

const console_ = visits('every-page');
const TRACE = longTrace('every', 300, Date.now());
const SESSION = 'chat-1';

/** Each page by an address, and what has to be there before it is looked at. */
const PAGES: readonly (readonly [name: string, path: string, shown: string])[] = [
  ['the list', '/ui/', 'tbody tr'],
  ['the list, filtered to nothing', '/ui/traces?name=nobody-has-it', 'main >> text=nobody-has-it'],
  ['a trace', `/ui/traces/${traceIdOf('every')}?obs=${spanIdOf('every', 'n1')}`, '[role=treeitem]'],
  ['JSON of an observation', `/ui/traces/${traceIdOf('session')}?tab=json`, '[role=treeitem]'],
  ['attributes of an observation', `/ui/traces/${traceIdOf('session')}?tab=attributes`, '[role=treeitem]'],
  ['a trace that is not there', `/ui/traces/${traceIdOf('nobody')}`, 'main'],
  ['the sessions', '/ui/sessions', 'main a'],
  ['a session', `/ui/sessions/${SESSION}`, 'main >> text=Where is my invoice?'],
  ['the usage', '/ui/usage', 'main table'],
  ['the metrics', '/ui/metrics', 'main'],
  ['a comparison', `/ui/compare?left=${traceIdOf('every')}&right=${traceIdOf('session')}`, 'main'],
  ['an address that is none', '/ui/no-such-page', 'main >> text=no-such-page'],
];

/** What the browser says of an answer that the page was asked to show. */
const expected = [/status of 404/];

beforeAll(async () => {
  await sendCaptures(console_);
  await send(console_, TRACE, {
    key: 'session',
    at: Date.now(),
    spans: [
      {
        key: 'root',
        name: 'support-chat',
        type: 'agent',
        to: 2_500,
        input: [{ role: 'user', content: 'Where is my invoice?' }],
        output: { role: 'assistant', content: 'In your inbox.' },
        attributes: { 'session.id': SESSION, 'user.id': 'ada' },
      },
    ],
  });
});

describe.each(PAGES)('%s', (_, path, shown) => {
  test.each(['light', 'dark'] as const)('is readable by everybody in the %s theme', async (colorScheme) => {
    const page = await console_.open(path, { colorScheme, expected });
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['a small laptop', LAPTOP],
    ['a phone', PHONE],
    // At 200 % a page has half of the pixels.
    ['a desk at 200 %', { width: DESK.width / 2, height: DESK.height / 2 }],
  ])('fits on %s', async (_, viewport) => {
    const page = await console_.open(path, { viewport, expected });
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
  });
});
