import { readFile } from 'node:fs/promises';
import { dashed } from '@sluice/record';
import { productDatabaseUrl, testProductUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { type Trace, send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/*
 * Questions of the first hour, each answered in at most four clicks; a key counts as one, a choice of a list as two. The answer is that of SQL on
 * the views, percentiles within 2 %.
 */

const console_ = visits('questions');
const MOST_CLICKS = 4;

const HOUR_MS = 3_600_000;
const RUNS = 144;
/** The run that is opened: the newest one that failed. */
const FAILED = 'run-4';

const MODELS = ['gpt-4o-mini', 'gpt-4o'];
/**
 * One run an hour for six days, which the last seven UTC days contain at any hour. Version 3 of a prompt came two days ago and is longer; version
 * 2 is cheaper than 1.
 */
const versionOf = (n: number): number => (n < 48 ? 3 : n < 96 ? 2 : 1);
const tokensOf = (n: number): number => ({ 1: 1000, 2: 900, 3: 2600 })[versionOf(n)] ?? 0;
const isFailed = (n: number): boolean => n % 10 === 4;

const run = (n: number, now: number): Trace => ({
  key: `run-${n}`,
  at: now - n * HOUR_MS - 20_000,
  spans: [
    {
      ...{ key: 'root', name: 'answer', type: 'agent', to: 9_000 + n * 7 },
      attributes: {
        'user.id': ['ada', 'bob', 'cleo'][n % 3] ?? '',
        'session.id': `chat-${n % 25}`,
        'langfuse.release': n < 60 ? 'r2' : 'r1',
      },
      ...(isFailed(n) && { error: `gave up after ${n} tries` }),
    },
    { key: 'search', parent: 'root', name: 'search_docs', type: 'tool', to: 100 + n * 10 },
    { key: 'fetch', parent: 'root', name: 'fetch_page', type: 'tool', to: 2_000 + ((n * 37) % 100) * 45 },
    {
      ...{ key: 'model', parent: 'root', name: 'chat', type: 'generation', to: 800 + ((n * 61) % 150) * 31 },
      output: n % 13 === 0 ? 'See the purple elephant of page 7.' : `Answer ${n}.`,
      attributes: {
        'gen_ai.request.model': MODELS[n % 2] ?? '',
        'gen_ai.usage.input_tokens': tokensOf(n),
        'gen_ai.usage.output_tokens': 50,
        'langfuse.observation.prompt.name': 'greet',
        'langfuse.observation.prompt.version': versionOf(n),
      },
    },
    ...(n % 2 === 0
      ? [
          {
            ...({ key: 'plan', parent: 'root', name: 'plan', type: 'generation', to: 500 } as const),
            attributes: {
              'gen_ai.request.model': 'gpt-4o-mini',
              'gen_ai.usage.input_tokens': 500,
              'langfuse.observation.prompt.name': 'plan',
              'langfuse.observation.prompt.version': n < 50 ? 2 : 1,
            },
          },
        ]
      : []),
  ],
});

const sql = new Client({ connectionString: testProductUrl() === undefined ? '' : productDatabaseUrl() });
beforeAll(async () => {
  const now = Date.now();
  await send(console_, ...Array.from({ length: RUNS }, (_, n) => run(n, now)));
  await sql.connect();
});
afterAll(() => sql.end());

/** Person in front of a page who counts clicks. */
class Person {
  clicks = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(locator: Locator): Promise<void> {
    this.clicks += 1;
    await locator.click();
  }

  /** Opens one of the pages by the navigation. */
  goTo(title: string): Promise<void> {
    return this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }));
  }

  async choose(name: string, option: string): Promise<void> {
    this.clicks += 2;
    await this.page.getByRole('combobox', { name, exact: true }).selectOption(option);
  }

  async press(key: string): Promise<void> {
    this.clicks += 1;
    await this.page.keyboard.press(key);
  }

  /** Opens the newest failed run from the list. */
  openFailed(): Promise<void> {
    const row = this.page.getByRole('row', { name: /gave up after 4 tries/ });
    return this.click(row.getByRole('link', { name: 'answer' }));
  }

  /** Orders a table by a column. */
  sortBy(title: string): Promise<void> {
    return this.click(this.page.getByRole('columnheader', { name: title, exact: true }).getByRole('button'));
  }

  /** Texts of the cells of the first row of a table that `name` has. */
  async firstRow(of: Locator, name: RegExp): Promise<readonly string[]> {
    const row = of.locator('tbody tr').first();
    await row.filter({ hasText: name }).waitFor();
    return row.locator('th, td').allInnerTexts();
  }
}

type Shown = readonly (string | number)[];

interface Question {
  readonly asked: string;
  /** At most four. */
  readonly clicks: number;
  /** Clicks through the console. @returns what it shows */
  readonly ask: (person: Person) => Promise<Shown>;
  /** SQL of the same values, in one row or in one column. */
  readonly sql: string;
}

/** SQL: the observations of the last week. */
const STEPS = `sluice.observation_view where project = 'questions' and start_time > now() - interval '7 days'`;
const TRACES = `sluice.trace_view where project = 'questions' and "timestamp" > now() - interval '7 days'`;

/** Seconds, dollars or a count in a text: `2.05 s`, `850 ms`, `$0.0123`, `1,234`. */
function numberIn(text = ''): number {
  const [, number = '', unit] = /([\d.,]+)\s*(ms|s)?/.exec(text) ?? [];
  return Number(number.replaceAll(',', '')) / (unit === 'ms' ? 1000 : 1);
}

const table = (page: Page): Locator => page.locator('main table[data-opens=true]');

const QUESTIONS: readonly Question[] = [
  {
    asked: 'the most expensive user of the last week',
    clicks: 1,
    ask: async (person) => {
      await person.goTo('Usage');
      const users = person.page.locator('section section', {
        has: person.page.getByRole('heading', { name: 'Users' }),
      });
      const [name = '', ...cells] = await person.firstRow(users, /ada|bob|cleo/);
      return [name, numberIn(cells.find((cell) => cell.includes('$')))];
    },
    sql: `select user_id, round(sum(total_cost)::numeric, 4)::float from ${TRACES} group by 1 order by 2 desc limit 1`,
  },
  {
    asked: 'why a run failed',
    clicks: 1,
    ask: async (person) => {
      await person.click(person.page.getByRole('link', { name: 'gave up after 4 tries' }));
      await person.page.getByRole('treeitem', { selected: true, name: /answer/ }).waitFor();
      await person.page.getByText('gave up after 4 tries').first().waitFor();
      return [
        'gave up after 4 tries',
        new URL(person.page.url()).pathname.split('/').at(-1)?.replaceAll('-', '') ?? '',
      ];
    },
    sql: `select status_message, replace(trace_id::text, '-', '') from ${STEPS} and level = 'ERROR' order by start_time desc limit 1`,
  },
  {
    asked: 'which change of a prompt raised cost',
    clicks: 4,
    ask: async (person) => {
      await person.goTo('Steps');
      await person.choose('By', 'prompt');
      await person.sortBy('Change');
      await person.page.waitForURL(/sort=change\.desc/);
      const cells = await person.firstRow(table(person.page), /greet v3/);
      const [cost, change] = cells.slice(-3);
      return [cells[0] ?? '', Number((numberIn(cost) * 1e4).toFixed(1)), numberIn(change)];
    },
    sql: `with versions as (
        select prompt_name, prompt_version, sum(total_cost) / count(*) as cost from ${STEPS} and prompt_name is not null group by 1, 2),
      changes as (select *, lag(cost) over (partition by prompt_name order by prompt_version) as before from versions)
      select prompt_name || ' v' || prompt_version, round((cost * 1e4)::numeric, 1)::float, round((cost / before - 1) * 100)::float
      from changes where before is not null order by cost - before desc limit 1`,
  },
  {
    asked: 'the slowest tool',
    clicks: 2,
    ask: async (person) => {
      await person.goTo('Steps');
      await person.sortBy('p95');
      await person.page.waitForURL(/sort=p95\.desc/);
      const [name = '', calls, , , p95] = await person.firstRow(table(person.page), /fetch_page/);
      return [name, numberIn(calls), numberIn(p95)];
    },
    sql: `select name, count(*)::integer, percentile_disc(0.95) within group (order by latency_seconds) from ${STEPS} and type = 'TOOL'
      group by 1 order by 3 desc limit 1`,
  },
  {
    asked: 'the p95 of a model by day',
    clicks: 3,
    ask: async (person) => {
      await person.goTo('Steps');
      await person.choose('By', 'model');
      const bars = person.page
        .getByRole('group', { name: 'Latency of gpt-4o-mini by day' })
        .getByRole('button', { name: /p95 \d/ });
      await bars.first().waitFor();
      const names = await bars.evaluateAll((all) => all.map((bar) => bar.ariaLabel ?? bar.textContent));
      return names.map((name) => numberIn(/p95 ([^,]+)/.exec(name)?.[1]));
    },
    sql: `select percentile_disc(0.95) within group (order by latency_seconds) from ${STEPS} and model = 'gpt-4o-mini'
      group by date_trunc('day', start_time, 'UTC') order by date_trunc('day', start_time, 'UTC')`,
  },
  {
    asked: 'all calls of a version of a prompt',
    clicks: 4,
    ask: async (person) => {
      await person.goTo('Steps');
      await person.choose('By', 'prompt');
      await person.click(
        person.page
          .getByRole('row', { name: /^greet v3/ })
          .getByRole('rowheader')
          .getByRole('link'),
      );
      const line = person.page.getByText(/\d+ steps, no older ones in this time/);
      return [numberIn(await line.innerText()), await person.page.locator('main tbody tr').count()];
    },
    sql: `select count(*)::integer, count(*)::integer from ${STEPS} and prompt_name = 'greet' and prompt_version = 3`,
  },
  {
    asked: 'all traces with a phrase in an output',
    clicks: 2,
    ask: async (person) => {
      await person.click(person.page.getByLabel('Search traces'));
      await person.page.keyboard.type('purple elephant');
      await person.press('Enter');
      await person.page.locator('main mark').first().waitFor();
      return [await person.page.locator('main table tbody tr', { has: person.page.locator('mark') }).count()];
    },
    sql: `select count(distinct trace_id)::integer from ${STEPS} and output like '%purple elephant%'`,
  },
  {
    asked: 'what failed this week, and why',
    clicks: 1,
    ask: async (person) => {
      await person.goTo('Failures');
      const [message = '', failures] = await person.firstRow(table(person.page), /gave up/);
      return [message.replace('#', ''), numberIn(failures)];
    },
    sql: `select regexp_replace(status_message, '[0-9]+', ''), count(*)::integer from ${STEPS} and level = 'ERROR' group by 1 order by 2 desc`,
  },
  {
    asked: 'the data of one trace',
    clicks: 2,
    ask: async (person) => {
      await person.openFailed();
      const download = person.page.waitForEvent('download');
      await person.click(person.page.getByRole('button', { name: 'Download JSON' }));
      const trace = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
        readonly observations: readonly { readonly output: unknown }[];
      };
      return [trace.observations.length, trace.observations.filter(({ output }) => output !== null).length];
    },
    sql: `select count(*)::integer, count(output)::integer from ${STEPS} and trace_id = '${uuidOf(FAILED)}'`,
  },
  {
    asked: 'a link for a colleague',
    clicks: 2,
    ask: async (person) => {
      await person.openFailed();
      await person.page.getByRole('treeitem').first().waitFor();
      await person.press('c');
      await person.page
        .getByText(/copied/i)
        .first()
        .waitFor();
      const link = await person.page.evaluate(() => navigator.clipboard.readText());
      const colleague = await console_.open(link.slice(console_.url.length));
      await colleague.getByRole('treeitem').first().waitFor();
      return [await colleague.getByRole('treeitem').count()];
    },
    sql: `select count(*)::integer from ${STEPS} and trace_id = '${uuidOf(FAILED)}'`,
  },
  {
    asked: 'a session from turn to turn',
    clicks: 2,
    ask: async (person) => {
      await person.openFailed();
      await person.click(person.page.getByRole('link', { name: 'chat-4' }).first());
      await person.page.getByRole('article').first().waitFor();
      return [await person.page.getByRole('article').count()];
    },
    sql: `select count(*)::integer from ${TRACES} and session_id = 'chat-4'`,
  },
  {
    asked: 'two runs compared',
    clicks: 3,
    ask: async (person) => {
      await person.openFailed();
      await person.click(person.page.getByRole('link', { name: 'Compare' }));
      const good = person.page.getByRole('region', { name: 'The newest without errors' });
      await person.click(good.getByRole('link', { name: 'answer' }).first());
      const step = person.page.getByRole('row', { name: /fetch_page/ }).first();
      await step.waitFor();
      return [numberIn(/[+−]([\d.]+ m?s)/.exec(await step.innerText())?.[1])];
    },
    sql: `select abs(max(latency_seconds) filter (where trace_id = '${uuidOf(FAILED)}') - max(latency_seconds) filter (where trace_id <> '${uuidOf(FAILED)}'))
      from ${STEPS} and name = 'fetch_page' and trace_id in ('${uuidOf(FAILED)}', '${uuidOf('run-0')}')`,
  },
  {
    asked: 'what happens now',
    clicks: 1,
    ask: async (person) => {
      await person.click(person.page.getByRole('button', { name: 'Live', exact: true }));
      await person.page.waitForURL(/live/);
      await send(console_, { key: 'now', at: Date.now(), spans: [{ key: 'root', name: 'what-happens-now' }] });
      const cells = await person.firstRow(person.page.locator('main table'), /what-happens-now/);
      return [cells.some((cell) => cell.includes('what-happens-now')) ? 'what-happens-now' : ''];
    },
    sql: `select name from ${TRACES} order by "timestamp" desc limit 1`,
  },
];

function uuidOf(key: string): string {
  return dashed(traceIdOf(key));
}

test.each(QUESTIONS)('$asked: $clicks clicks', async ({ ask, clicks, sql: text }) => {
  const page = await console_.open('/ui/traces?range=7d', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('main tbody tr').first().waitFor();
  const person = new Person(page);
  const shown = await ask(person);
  const { rows } = await sql.query<(string | number)[]>({ text, rowMode: 'array' });
  const wanted = rows.flat();
  expect(wanted.length).toBeGreaterThan(0);
  expect(shown).toEqual(wanted.map((value) => (typeof value === 'number' ? within(value) : value)));
  expect(person.clicks).toBe(clicks);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

/** Matches a whole number exactly, and another one within 2 %. */
const within = (value: number): unknown =>
  Number.isInteger(value) ? value : expect.closeTo(value, -Math.log10(0.04 * value));
