import { join } from 'node:path';
import { findChromium } from '@sluice/testbed/machine';
import { type Browser, chromium } from 'playwright-core';
import type { CommandContext } from '../../command/command';
import { ROOT } from '../../command/config';
import { LackingError } from '../../command/missing-tool-error';
import { mode } from '../../command/modes';
import { flag, integer } from '../../command/options';
import { runProgram } from '../../command/run-program';
import { createHttpClient } from '../../load/http-client';
import { CREDENTIALS, startProduct } from '../../product/product';
import { formatCount, formatTable } from '../../report/table';
import { saveResult } from '../../report/save-result';
import { startSeeded } from '../../seed/start-seeded';
import { largeJson, traceWithOutput } from './large-json';
import { type Figure, measureJson, measureList, measureTrace, medians } from './measure-console';

const LARGE_BYTES = 20_000_000;
const TIMEOUT_MS = 300_000;

/** Limits above the product's defaults: this benchmark does not measure the limits. */
const SETTINGS = {
  MAX_BODY_BYTES: '64MiB',
  MAX_INFLATED_BYTES: '64MiB',
  MAX_VALUE_BYTES: '32MiB',
  MAX_ITEM_BYTES: '40MiB',
};

/** Measures how fast the console shows lists, long traces and large JSON, in a real browser. */
export const consoleMode = mode(
  'console',
  {
    traces: integer({ default: 20_000, min: 100, max: 10_000_000 }),
    runs: integer({ default: 3, min: 1, max: 100 }),
    save: flag,
  },
  async ({ traces, runs, save }, context) => {
    const executablePath = findChromium();
    if (executablePath === undefined)
      throw new LackingError('it needs Chromium: apt-get install chromium, or CHROMIUM');
    await runProgram(process.execPath, [join(ROOT, 'scripts/build-console.mjs')], { timeoutMs: TIMEOUT_MS });

    const data = await startSeeded({ traces }, context);
    const { baseUrl, headers: authorized } = await startProduct({ ...data, settings: SETTINGS }, context);
    const token = CREDENTIALS.bearerToken;
    const large = traceWithOutput(largeJson(LARGE_BYTES));
    const http = createHttpClient({ baseUrl, headers: authorized, timeoutMs: TIMEOUT_MS });
    const { status, body } = await http.post('/v1/l/batch', { 'content-type': 'application/json' }, large.body);
    if (status !== 200) throw new Error(`the large output is answered ${status}: ${body.toString()}`);
    http.close();

    const browser = await launch(executablePath, context);
    const measured: Figure[][] = [];
    for (let run = 0; run < runs; run += 1) {
      context.signal.throwIfAborted();
      const visit = { browser, baseUrl, token };
      measured.push([
        ...(await measureList(visit)),
        ...(await measureTrace(visit, 10_000)),
        ...(await measureTrace(visit, 100_000)),
        ...(await measureJson(visit, large.id)),
      ]);
    }
    const figures = medians(measured);
    context.print(
      formatTable([
        ['median', 'measured', 'target'],
        ...figures.map(({ name, value, most, unit }) => [
          name,
          `${value < 10 ? value.toFixed(1) : formatCount(value)} ${unit}`,
          most === undefined ? '' : `${value <= most ? '' : 'NOT '}${most} ${unit}`,
        ]),
      ]),
    );
    if (save) await saveResult('console', figures);
    return 0;
  },
);

/** Chromium cannot start its sandbox within a container; it opens only the product. */
async function launch(executablePath: string, { closers, signal }: CommandContext): Promise<Browser> {
  signal.throwIfAborted();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  closers.add('browser', () => browser.close());
  return browser;
}
