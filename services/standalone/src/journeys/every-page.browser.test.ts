import { longTrace, observationIdOf, send, sendCaptures, traceIdOf } from './spans.testing';
import { COLOUR_RULES, DESK, LAPTOP, PHONE, violations, visits } from './visit.testing';

/* M13, M14, N8, N10: rules for each page, in both themes and at each width. Errors and violations of the policy fail by themselves. */

const console_ = visits('every-page');
const TRACE = longTrace('every', 300, Date.now());
const SESSION = 'chat-1';

/** Address of each page, and the element to wait for. */
const PAGES: readonly (readonly [name: string, path: string, shown: string])[] = [
  ['the list', '/ui/', 'tbody tr'],
  ['the list, filtered to nothing', '/ui/traces?name=nobody-has-it', 'main >> text=nobody-has-it'],
  ['a trace', `/ui/traces/${traceIdOf('every')}?obs=${observationIdOf('every', 'n1')}`, '[role=treeitem]'],
  ['JSON of an observation', `/ui/traces/${traceIdOf('session')}?tab=json`, '[role=treeitem]'],
  ['attributes of an observation', `/ui/traces/${traceIdOf('session')}?tab=attributes`, '[role=treeitem]'],
  ['a trace that is not there', `/ui/traces/${traceIdOf('nobody')}`, 'main'],
  ['the steps by tool', '/ui/steps', 'main table'],
  ['the steps by model', '/ui/steps?by=model', 'main table'],
  ['the list of steps', '/ui/steps?view=list', 'main table'],
  ['the failures', '/ui/failures', 'main table'],
  ['the sessions', '/ui/sessions', 'main a'],
  ['a session', `/ui/sessions/${SESSION}`, 'main >> text=Where is my invoice?'],
  ['the usage', '/ui/usage', 'main table'],
  ['the metrics', '/ui/metrics', 'main'],
  ['what is different', '/ui/different?failed=1', 'main h1'],
  ['how to begin', '/ui/start', 'main'],
  ['a comparison', `/ui/compare?left=${traceIdOf('every')}&right=${traceIdOf('session')}`, 'main'],
  ['an address that is none', '/ui/no-such-page', 'main >> text=no-such-page'],
];

/** Console message of the browser for an answer that the page expects. */
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

/** At 200 % a page has half of the pixels. */
const WIDTHS = {
  'a small laptop': LAPTOP,
  'a phone': PHONE,
  'a desk at 200 %': { width: DESK.width / 2, height: DESK.height / 2 },
};

test.each(PAGES)('%s is readable by everybody in both themes, and fits on small screens', async (_, path, shown) => {
  const page = await console_.open(path, { expected });
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  const found: Record<string, unknown> = { light: await violations(page) };
  await page.emulateMedia({ colorScheme: 'dark' });
  found['dark'] = await violations(page, COLOUR_RULES);
  for (const [name, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    // Drawings that depend on the width of their box are drawn again one frame later.
    found[name] = await page
      .waitForFunction(() => document.documentElement.scrollWidth === document.documentElement.clientWidth)
      .then(() => 'fits');
  }
  expect(found).toEqual({
    light: [],
    dark: [],
    'a small laptop': 'fits',
    'a phone': 'fits',
    'a desk at 200 %': 'fits',
  });
});
