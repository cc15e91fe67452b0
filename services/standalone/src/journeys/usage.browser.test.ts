import { readFile } from 'node:fs/promises';
import { supportSession } from './conversations.testing';
import { type Trace, send, sendCaptures } from './spans.testing';
import { PHONE, visits } from './visit.testing';

/* M10: cost and usage; the figures equal those of the API. */

const console_ = visits('usage');

interface Daily {
  readonly data: readonly { readonly totalCost: number; readonly countTraces: number }[];
}

interface Groups {
  readonly data: readonly {
    readonly value: string | null;
    readonly count: number;
    readonly errors: number;
    readonly totalTokens: number;
  }[];
}

beforeAll(async () => {
  await sendCaptures(console_);
  await send(console_, ...supportSession('chat-1', Date.now() - 60_000));
});

test('cost and traces of all days are what the API sums up, and a model can be chosen', async () => {
  const { data } = (await console_.get('/api/public/metrics/daily')) as Daily;
  const sum = (of: (day: Daily['data'][number]) => number) => data.reduce((all, day) => all + of(day), 0);
  const page = await console_.open('/ui/usage?range=30d');
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

test('a model that is chosen leaves who used it, and its traces', async () => {
  await send(console_, {
    ...call('other-model', noon(FAR + 80), 'somebody', 1_000),
    spans: [
      { key: 'root', name: 'report', type: 'generation', attributes: { 'gen_ai.request.model': 'model-of-ada' } },
    ],
  });
  await send(console_, call('usual-model', noon(FAR + 80), 'nobody-of-it', 1_000));
  const page = await console_.open(`/ui/usage?range=${dayOf(FAR + 80)}/${dayOf(FAR + 80)}&model=gpt-4o`);
  const users = page.locator('section section', { has: page.getByRole('heading', { name: 'Users' }) });
  await users.getByText('Of traces in which this model was called').waitFor();
  // A request of its own reads the total of the shares.
  await users.getByText('100 %').waitFor();
  await expect(users.locator('tbody tr').allInnerTexts()).resolves.toEqual([
    expect.stringMatching(/^nobody-of-it.*100 %/s),
  ]);
  await page.getByRole('link', { name: 'The traces of these days' }).click();
  await page.waitForURL(/traces\?.*model=gpt-4o/);
  await page.locator('tbody > tr:nth-child(1):last-child').waitFor();
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
  const page = await console_.open('/ui/usage?range=30d');
  const row = page.getByRole('row', { name: /a-model-of-nobody/ }).first();
  await row.getByText('—').first().waitFor();
  await expect(row.getByText('$0', { exact: true }).count()).resolves.toBe(0);
});

const DAY_MS = 86_400_000;

/** The same day for all tests, also where they run past midnight. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Returns noon of the day this many days before today, in UTC. */
const noon = (daysAgo: number): number => TODAY + DAY_MS / 2 - daysAgo * DAY_MS;

const call = (key: string, at: number, user: string, tokens: number): Trace => ({
  key,
  at,
  spans: [
    {
      key: 'root',
      name: 'report',
      type: 'generation',
      attributes: {
        'user.id': user,
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': tokens,
      },
    },
  ],
});

/** Days of the year before last, in which no other test sends data. */
const FAR = 500;
const dayOf = (daysAgo: number): string => new Date(noon(daysAgo)).toISOString().slice(0, 10);

test('tokens without a model are a row that cannot be chosen, and are named where they have no cost', async () => {
  const day = dayOf(FAR + 90);
  const withoutModel = { 'user.id': 'codex', 'gen_ai.usage.input_tokens': 30_000, 'gen_ai.usage.output_tokens': 700 };
  await send(console_, call('with-model', noon(FAR + 90), 'codex', 1_000), {
    ...{ key: 'without-model', at: noon(FAR + 90) },
    spans: [{ key: 'root', name: 'responses', attributes: withoutModel }],
  });
  const page = await console_.open(`/ui/usage?range=${day}/${day}&measure=tokens`);
  await page.getByText('observations without a model (30.7').waitFor();
  const models = page.locator('section section', { has: page.getByRole('heading', { name: 'Models' }) });
  await expect(models.locator('tbody tr').allInnerTexts()).resolves.toEqual([
    expect.stringMatching(/^without a model\s+1\s+30K\s+700\s+—.*97 %/is),
    expect.stringMatching(/^gpt-4o.*3 %/s),
  ]);
  await expect(models.locator('tbody tr button').allInnerTexts()).resolves.toEqual(['gpt-4o']);
});

test('two days say what they cost more than the two before, and which user made it', async () => {
  await send(
    console_,
    call('grown-1', noon(FAR + 2), 'grown', 100_000),
    call('grown-2', noon(FAR), 'grown', 150_000),
    call('grown-3', noon(FAR), 'newcomer', 50_000),
  );
  const page = await console_.open(`/ui/usage?range=${dayOf(FAR + 1)}/${dayOf(FAR)}`);
  const cost = page.locator('dl > div', { hasText: 'cost' });
  await cost.getByText('+100 % from $0.25').waitFor();
  await expect(cost.innerText()).resolves.toContain('$0.50');
  await cost.getByText('$0.25 a trace').waitFor();
  await page.getByText(`Compared with`).first().waitFor();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).first();
  await expect(row('grown').getByText('+$0.1250').getAttribute('title')).resolves.toBe('$0.25 before: +50 %');
  await row('newcomer').getByText('new +$0.1250', { exact: true }).waitFor();
  // Share of the total cost, not of the cost of the shown rows.
  await row('grown').getByText('75 %').waitFor();
});

test('who made the cost grow comes first where that is asked for, and Back undoes it', async () => {
  const [before, after] = [FAR + 61, FAR + 60];
  await send(
    console_,
    ...[call('big-1', noon(before), 'big', 200_000), call('big-2', noon(after), 'big', 210_000)],
    ...[call('small-1', noon(before), 'small', 10_000), call('small-2', noon(after), 'small', 60_000)],
  );
  const page = await console_.open(`/ui/usage?range=${dayOf(after)}/${dayOf(after)}`);
  const users = page.locator('section section', { has: page.getByRole('heading', { name: 'Users' }) });
  const first = users.locator('tbody tr').first();
  await first.getByText('+$0.0250').waitFor();
  await users.getByRole('button', { name: 'Change' }).click();
  await page.waitForURL(/by=growth/);
  await first.getByText('+$0.1250').waitFor();
  await expect(first.innerText()).resolves.toMatch(/^small/);
  await page.goBack();
  await first.getByText('+$0.0250').waitFor();
  await expect(first.innerText()).resolves.toMatch(/^big/);
});

test('a day alone stands above its name, on a desk and on a phone', async () => {
  for (const viewport of [undefined, PHONE]) {
    const page = await console_.open('/ui/start', viewport && { viewport });
    // Day of all data, also where midnight has passed since.
    await page.clock.setFixedTime(noon(0));
    await page.goto(`${console_.url}/ui/usage?range=1d`);
    const bar = await page.getByRole('group', { name: 'cost by day' }).getByRole('button').boundingBox();
    const name = await page
      .locator('[data-minor]', { hasText: dayOf(0) })
      .first()
      .boundingBox();
    const middle = (box: typeof bar) => (box === null ? NaN : box.x + box.width / 2);
    expect(Math.abs(middle(bar) - middle(name))).toBeLessThan(2);
  }
});

test('Shift and arrows select days, whose figures are shown, and Enter restricts the page to them', async () => {
  const page = await console_.open(`/ui/usage?range=${dayOf(FAR + 4)}/${dayOf(FAR)}`);
  const bars = page.getByRole('group', { name: 'cost by day' });
  await bars.getByRole('button').last().focus();
  for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
  await page.getByText(new RegExp(`${dayOf(FAR + 3)} – .*${dayOf(FAR + 1)}`)).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('range') === `${dayOf(FAR + 3)}/${dayOf(FAR + 1)}`);
});

test('bars, shares and the chosen measure are seen with the colours of the system', async () => {
  const page = await console_.open('/ui/usage?range=30d', { forcedColors: 'active' });
  const colours = await page
    .locator('section section', { has: page.getByRole('heading', { name: 'Models' }) })
    .locator('tbody td:last-child span')
    .first()
    .evaluate((bar) => [getComputedStyle(bar).backgroundColor, getComputedStyle(document.body).backgroundColor]);
  expect(colours[0]).not.toBe(colours[1]);
  const chosen = page.locator('fieldset input:checked + span').first();
  const [text, behind, adjust] = await chosen.evaluate((word) => {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(word);
    return [color, backgroundColor, forcedColorAdjust];
  });
  expect([text === behind, adjust]).toEqual([false, 'none']);
});

test('what was used can be downloaded as CSV that no spreadsheet takes for formulas', async () => {
  await send(console_, call('formula', noon(FAR + 20), '=HYPERLINK("http://elsewhere","click")', 1_000));
  const page = await console_.open(`/ui/usage?range=${dayOf(FAR + 20)}/${dayOf(FAR + 20)}`);
  const saved = async (title: string): Promise<string> => {
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: title }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  await expect(saved('Users')).resolves.toContain(
    `"'=HYPERLINK(""http://elsewhere"",""click"")",1,0,1000,0,1000,0.0025,`,
  );
  await expect(saved('Days and models')).resolves.toContain(`${dayOf(FAR + 20)},gpt-4o,1,1,1000,0,1000,0.0025`);
});

test('the figures of models and users are those of the API', async () => {
  const page = await console_.open('/ui/usage?range=7d&measure=tokens');
  const from = new Date(noon(6)).toISOString().slice(0, 10);
  const groups = (await console_.get(
    `/api/public/traces/groups?by=userId&orderBy=totalTokens&fromTimestamp=${from}T00:00:00.000Z`,
  )) as Groups;
  const rows = page
    .locator('section section', { has: page.getByRole('heading', { name: 'Users' }) })
    .locator('tbody tr');
  await rows.first().waitFor();
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)),
  );
  const answered = groups.data
    .slice(0, 10)
    .map(({ value, count, errors, totalTokens }) => [
      ...[value ?? 'no user', count.toLocaleString('en')],
      ...[errors === 0 ? '0' : `! ${errors}`, totalTokens.toLocaleString('en')],
    ]);
  expect(shown).toEqual(answered);
});

test('days without anything say so, and lead on', async () => {
  const page = await console_.open(`/ui/usage?range=${dayOf(FAR + 40)}/${dayOf(FAR + 40)}&name=nobody-has-it`);
  await page.getByText('Nothing was sent on these days that the filters let pass.').waitFor();
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await page.getByText('Nothing was sent on these days.').waitFor();
  await page.getByRole('button', { name: 'Look at the last 365 days' }).click();
  await page
    .getByRole('row', { name: /gpt-4o-mini/ })
    .first()
    .waitFor();
});

test('the days before that cannot be read do not take away the others', async () => {
  const page = await console_.open('/ui/start', { expected: [/503/] });
  await page.route(/metrics\/daily.*toTimestamp=[^&]*T(?!23%3A59%3A59\.999)/, (route) =>
    route.fulfill({ status: 503, json: { message: 'busy' } }),
  );
  await page.goto(`${console_.url}/ui/usage?range=7d`);
  await page.getByText(/^Not compared with .*too busy/).waitFor({ timeout: 60_000 });
  await page
    .getByRole('row', { name: /gpt-4o-mini/ })
    .first()
    .waitFor();
});
