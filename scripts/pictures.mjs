// Makes the pictures of README.md and docs/guides/console.md again: of the built product, with captures of real SDKs as its data. Needs
// Chromium: that of the system, or of CHROMIUM. They are not compared, because times differ.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { capturedRequests, recentCaptures } from '../packages/testbed/dist/samples/index.js';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/pictures');
const { chromium } = createRequire(join(root, 'services/standalone/package.json'))('playwright-core');
const TOKEN = 'only-for-the-time-of-these-pictures';
const SIZE = { width: 1280, height: 800 };
/** Capture of the trace in the pictures: a run of an agent with a tool, whose fourth row is the call that answers. */
const SHOWN = 'mlflow-gen-ai';

const data = mkdtempSync(join(tmpdir(), 'sluice-pictures-'));
const env = {
  ...process.env,
  DATA_DIR: data,
  PORT: '0',
  ADMIN_PORT: '0',
  OTLP_HTTP_PORT: 'off',
  OTLP_GRPC_PORT: 'off',
  API_BEARER_TOKEN: TOKEN,
};
const product = spawn(process.execPath, [join(root, 'services/standalone/dist/main.js')], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => product.once('exit', resolve));
try {
  const url = await addressOf(product);
  const agent = await sendCaptures(url);
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    for (const theme of ['light', 'dark']) await takeAll(browser, url, theme, agent);
  } finally {
    await browser.close();
  }
} finally {
  product.kill();
  await ended;
  rmSync(data, { recursive: true, force: true });
}

/** Returns the address in the log line that the product is ready. */
async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const { url, console: pages } = line.startsWith('{') ? JSON.parse(line) : {};
    if (url !== undefined && pages !== undefined) return url;
  }
  throw new Error('the product ended before it was ready');
}

/** Sends all captures with times of the last hour. Returns the id of the trace in the pictures. */
async function sendCaptures(url) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  for (const body of recentCaptures(Date.now())) {
    const { ok, status } = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body });
    if (!ok) throw new Error(`a capture was answered ${status}`);
  }
  // Several senders use the same trace name.
  return /"traceId": ?"([0-9a-f]{32})"/.exec(capturedRequests(SHOWN).join())[1];
}

async function takeAll(browser, url, theme, agent) {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${url}/ui/`);
  await page.fill('input[name=token]', TOKEN);
  await page.click('button[type=submit]');
  await page.waitForSelector('tbody tr');
  await take('list');
  await show(`traces/${agent}`, '[role=treeitem]');
  // Selects the model call that answers.
  for (let row = 0; row < 3; row++) await page.keyboard.press('j');
  await take('trace');
  await show('usage?range=7d', 'table');
  await take('usage');
  await show('start', '[role=tablist]');
  await take('start');
  await context.close();

  async function show(path, selector) {
    await page.goto(`${url}/ui/${path}`);
    await page.waitForSelector(selector);
  }
  async function take(name) {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
  }
}
