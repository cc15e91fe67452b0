import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { eventually, findChromium, patience } from '@sluice/machine';
import { productToken, testProductUrl } from '@sluice/servers';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

/** Widths of a desk, a small laptop and a phone, as the design is made for. */
export const DESK = { width: 1440, height: 900 };
export const LAPTOP = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };

/** The rules of WCAG 2.2 at AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** As everywhere the edge of a column is narrower than a target is to be, beside titles that begin where their numbers do. */
const isEdge = (id: string, html: string): boolean => id === 'target-size' && html.includes('Width of the column');
/** It wants each word of a row in the name of the row, which says more than those. */
const EXPERIMENTAL = ['label-content-name-mismatch'];

/** How long a browser may take until it shows something; it grows with the slowness of the machine. */
const SHOWN_MS = 20_000;

/** As somebody sees the console: time zone and language are fixed, nothing moves. */
const SETTINGS: BrowserContextOptions = {
  viewport: DESK,
  deviceScaleFactor: 1,
  timezoneId: 'UTC',
  locale: 'en-GB',
  reducedMotion: 'reduce',
  colorScheme: 'light',
};

export interface VisitOptions extends BrowserContextOptions {
  /** Lines of the browser's console that belong to the journey, such as an answer 401. */
  readonly expected?: readonly RegExp[];
  /** By default the whole visit is signed in with the token of the project. */
  readonly isSignedOut?: boolean;
}

/** The console in a browser, for a file of journeys. */
export interface Visits {
  readonly url: string;
  readonly token: string;
  /** Posts to the API as the project of the file. @throws Error where it is not taken */
  readonly post: (path: string, body: string) => Promise<void>;
  /** Asks the API as the project of the file. */
  readonly get: (path: string) => Promise<unknown>;
  /** Opens an address below the product's, in a window of its own that knows nothing of others. */
  readonly open: (path: string, options?: VisitOptions) => Promise<Page>;
}

/**
 * Gives a file of journeys a browser and a project. Every page of it is watched: a line of error in the browser's console, a violation of
 * the policy, a request that goes elsewhere, and an error that nobody caught fail the test in which they happen.
 * @param project the name of the file without its ending
 */
export function visits(project: string): Visits {
  const url = testProductUrl() ?? '';
  const token = productToken(project);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const contexts: BrowserContext[] = [];
  const problems: string[] = [];
  let browser: Browser | undefined;

  beforeAll(async () => {
    const executablePath = findChromium();
    if (url === '' || executablePath === undefined) return;
    // Within a container Chromium cannot make its sandbox; it opens nothing but the product.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: patience(60_000) });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    url,
    token,
    post: async (path, body) => {
      // As clients do: sent again under the same key while it is not stored in time.
      const sent = { method: 'POST', headers: { ...headers, 'Idempotency-Key': randomUUID() }, body };
      const answer = await eventually(
        () => fetch(url + path, sent),
        ({ status }) => status !== 503,
      );
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${text}`);
    },
    get: async (path) => (await fetch(url + path, { headers })).json() as Promise<unknown>,
    open: async (path, { expected = [], isSignedOut = false, ...settings } = {}) => {
      if (browser === undefined) throw new Error('there is no browser');
      const context = await browser.newContext({ ...SETTINGS, ...settings });
      contexts.push(context);
      context.setDefaultTimeout(patience(SHOWN_MS));
      await watch(context, url, (problem) => {
        if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
      });
      const page = await context.newPage();
      await page.goto(url + path);
      if (!isSignedOut) await signIn(page, token);
      return page;
    },
  };
}

/** As a person does it. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.locator('input[name=token]').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}

/**
 * Answers requests of a page that is there, which is loaded anew for it: of one that is already loaded, Chromium may let the next requests
 * pass by a route.
 */
export async function answerFor(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route);
  await page.reload();
}

/**
 * Holds the requests of a page whose address has a text, as it is sent, and loads the page again for it. The page itself waits, however busy
 * the machine is: Chromium lets some requests pass by a route.
 * @returns lets them go
 */
export async function holdRequests(page: Page, text: string): Promise<() => Promise<void>> {
  await page.addInitScript((part) => {
    const send = window.fetch.bind(window);
    const released = new Promise((resolve) => addEventListener('released', resolve, { once: true }));
    window.fetch = async (to, init) => {
      if ((to instanceof Request ? to.url : String(to)).includes(part)) await released;
      return send(to, init);
    };
  }, text);
  await page.reload();
  return () => page.evaluate(() => void dispatchEvent(new Event('released')));
}

/** In all tabs of the browser. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menu').getByText('Sign out').click();
}

/** What axe finds wrong of a page, as lines; none where all is well. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found = await new AxeBuilder({ page }).withTags(WCAG).disableRules(EXPERIMENTAL).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !isEdge(id, html))
      .map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

async function watch(context: BrowserContext, url: string, report: (problem: string) => void): Promise<void> {
  context.on('weberror', (error) => report(`not caught: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      report(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  context.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(`${url}/`) && !/^(data|blob):/.test(to)) report(`a request went to ${to}`);
  });
  // The browser says most violations in its console as well, but not all.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // eslint-disable-next-line no-console -- it is what is watched
      console.error(`policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
}
