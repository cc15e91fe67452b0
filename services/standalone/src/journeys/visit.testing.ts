import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { eventually, findChromium, patience } from '@sluice/testbed/machine';
import { productToken, testProductUrl } from '@sluice/testbed/servers';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

/** Widths of a desktop, a small laptop and a phone, for which the design is made. */
export const DESK = { width: 1440, height: 900 };
export const LAPTOP = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };

/** The rules of WCAG 2.2 at AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The edge of a column is narrower than the minimum target here as everywhere, next to titles that are aligned with their numbers. */
const isEdge = (id: string, html: string): boolean => id === 'target-size' && html.includes('Width of the column');
/** The rule requires each word of a row in the row's name, which contains more than those. */
const EXPERIMENTAL = ['label-content-name-mismatch'];

/** Rules of `WCAG` that read colours: the two themes differ in nothing else (tokens.css). */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Time limit of a browser until it shows something; it grows with the slowness of the machine. */
const SHOWN_MS = 20_000;

/** Settings of a visit: time zone and language are fixed, and animations are off. */
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
  /** Default: false, and the visit is signed in with the project's token. */
  readonly isSignedOut?: boolean;
}

/** Console in a browser, for a file of journeys. */
export interface Visits {
  readonly url: string;
  readonly token: string;
  /** Posts to the API as the project of the file. @throws Error where it is refused */
  readonly post: (path: string, body: string) => Promise<void>;
  /** Reads from the API as the project of the file. */
  readonly get: (path: string) => Promise<unknown>;
  /** Opens a path of the product in a new window, which shares no state with others. */
  readonly open: (path: string, options?: VisitOptions) => Promise<Page>;
}

/**
 * Starts a browser and makes a project for a file of journeys. Every page is watched: an error in the browser's console, a violation of the
 * policy, a request elsewhere, and an uncaught error fail the test in which they happen.
 * @param project the name of the file without its extension
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
    // Chromium cannot start its sandbox within a container; it opens only the product.
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
      // Repeats the request under the same key while it is not stored in time, as clients do.
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

/** Signs in as a user does. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.locator('input[name=token]').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}

/**
 * Answers requests of an open page, which is loaded again for it: Chromium may not apply a new route to the next requests of a loaded page.
 */
export async function answerFor(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route);
  await page.reload();
}

/**
 * Holds requests whose URL contains a text, and loads the page again for it. The page itself waits, however busy the machine is: Chromium
 * does not apply a route to some requests.
 * @returns a function that releases them
 */
export async function holdRequests(page: Page, text: string): Promise<() => Promise<void>> {
  await page.addInitScript((part) => {
    const send = window.fetch.bind(window);
    const released = new Promise((resolve) => addEventListener('released', resolve, { once: true }));
    const held: string[] = [];
    Object.assign(window, { held });
    window.fetch = async (to, init) => {
      const url = to instanceof Request ? to.url : String(to);
      if (url.includes(part)) {
        held.push(url);
        await released;
      }
      return send(to, init);
    };
  }, text);
  await page.reload();
  return () => page.evaluate(() => void dispatchEvent(new Event('released')));
}

/** Waits until `holdRequests` has held a request whose URL contains this text, too. */
export async function untilHeld(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (part) => (window as unknown as { readonly held: readonly string[] }).held.some((url) => url.includes(part)),
    text,
  );
}

/** Signs out in all tabs of the browser. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menu').getByText('Sign out').click();
}

/**
 * Returns the violations that axe finds in a page, as lines.
 * @param rules default: all of `WCAG`
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const builder = new AxeBuilder({ page });
  if (rules === undefined) builder.withTags(WCAG).disableRules(EXPERIMENTAL);
  else builder.withRules([...rules]);
  const found = await builder.analyze();
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
  // The browser's console contains most violations, but not all.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // eslint-disable-next-line no-console -- it is what is watched
      console.error(`policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
}
