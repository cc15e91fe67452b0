import type { Browser, Page } from 'playwright-core';
import { Distribution } from '../../report/distribution';
import { LONG_TRACES } from '../../seed/seed-shape';
import { EXACT } from './large-json';
import {
  type Shown,
  answeredAt,
  heapBytes,
  pageNow,
  scroll,
  shownAt,
  takeTasks,
  watchShown,
  watchTasks,
} from './page-probes';

/** Measured figure and its maximum. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | '';
  readonly most?: number;
}

export interface Visit {
  readonly browser: Browser;
  readonly baseUrl: string;
  readonly token: string;
}

const TIMEOUT_MS = 120_000;
const SCROLL = { pixelsASecond: 8_000, ms: 3_000 };

/** Measures from the key press that signs in to the first rows of the list. */
export async function measureList(visit: Visit): Promise<readonly Figure[]> {
  return withPage(visit, '/', { selector: 'tbody tr' }, async (page) => {
    const begun = await signIn(page, visit);
    return [{ name: 'sign-in to first rows', value: (await shownAt(page)) - begun, unit: 'ms', most: 1_000 }];
  });
}

/** Measures a trace of this many observations: shown, scrolled, closed, and opened completely. */
export async function measureTrace(visit: Visit, observations: number): Promise<readonly Figure[]> {
  const trace = LONG_TRACES.find((each) => each.observations === observations);
  if (trace === undefined) throw new Error(`no trace of ${observations} observations is seeded`);
  return withPage(visit, `/ui/traces/${trace.id}`, { selector: '[role=treeitem]' }, async (page) => {
    const begun = await signIn(page, visit);
    const shown = await shownAt(page);
    const answered = await answeredAt(page, `/api/public/traces/${trace.id}`);
    const opening = await takeTasks(page);
    const frames = Distribution.of(await scroll(page, '[role=tree]', SCROLL.pixelsASecond, SCROLL.ms));
    const scrolling = await takeTasks(page);
    const tree = page.getByRole('tree').first();
    await tree.focus();
    for (const key of ['Home', 'ArrowLeft', 'ArrowRight', 'End', 'Home']) await page.keyboard.press(key);
    const using = await takeTasks(page);
    const of = `${observations.toLocaleString('en')} observations: `;
    const isMost = observations === 100_000;
    return [
      { name: `${of}from the address to the answer`, value: answered - begun, unit: 'ms' },
      {
        name: `${of}from the answer to rows`,
        value: shown - answered,
        unit: 'ms',
        ...(!isMost && { most: 1_000 }),
      },
      {
        name: `${of}longest task while it opens`,
        value: opening.longestTaskMs,
        unit: 'ms',
        ...(isMost && { most: 200 }),
      },
      {
        name: `${of}frame at 8,000 px/s, p95`,
        value: frames.quantile(0.95),
        unit: 'ms',
        ...(!isMost && { most: 20 }),
      },
      {
        name: `${of}longest task afterwards`,
        value: Math.max(scrolling.longestTaskMs, using.longestTaskMs),
        unit: 'ms',
        most: 200,
      },
      { name: `${of}heap`, value: (await heapBytes(page)) / 1e6, unit: 'MB', ...(isMost && { most: 150 }) },
    ];
  });
}

/** Measures an observation whose output is large JSON. */
export async function measureJson(visit: Visit, traceId: string): Promise<readonly Figure[]> {
  const rows = { selector: '[role=tree][aria-label=JSON]', text: EXACT };
  return withPage(visit, `/ui/traces/${traceId}?tab=json`, rows, async (page) => {
    await signIn(page, visit);
    const shown = (await shownAt(page)) - (await answeredAt(page, '/api/public/observations/'));
    const { longestTaskMs } = await takeTasks(page);
    return [
      { name: '20 MB of JSON: from the answer to exact digits', value: shown, unit: 'ms', most: 300 },
      { name: '20 MB of JSON: longest task', value: longestTaskMs, unit: 'ms', most: 200 },
      { name: '20 MB of JSON: heap', value: (await heapBytes(page)) / 1e6, unit: 'MB' },
    ];
  });
}

/** Returns the median of each figure over all runs. */
export function medians(runs: readonly (readonly Figure[])[]): readonly Figure[] {
  return (runs[0] ?? []).map((figure, n) => {
    const values = runs.flatMap((run) => run[n]?.value ?? []);
    return { ...figure, value: Distribution.of(values).quantile(0.5) };
  });
}

/** @returns time of the key press that signs in, in milliseconds since the page was opened */
async function signIn(page: Page, { token }: Visit): Promise<number> {
  await page.locator('input[name=token]').fill(token);
  const begun = await pageNow(page);
  await page.keyboard.press('Enter');
  return begun;
}

type Use<T> = (page: Page) => Promise<T>;

/** Opens a new window, so that nothing is cached. @param shown element that is awaited */
async function withPage<T>({ browser, baseUrl }: Visit, path: string, shown: Shown, use: Use<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(TIMEOUT_MS);
  try {
    const page = await context.newPage();
    await watchTasks(page);
    await watchShown(page, shown);
    await page.goto(baseUrl + path);
    await page.locator('input[name=token]').waitFor();
    return await use(page);
  } finally {
    await context.close();
  }
}
