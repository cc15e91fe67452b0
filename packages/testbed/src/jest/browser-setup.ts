import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from '../machine/find-chromium';
import { setProduct } from '../servers/run-addresses';
import { type HeldServer, holdServer } from './hold-server';

declare global {
  // Shares the server between Jest's global set-up and teardown, which have no other connection.
  var sluiceTestProduct: HeldServer | undefined;
}

const ROOT = join(__dirname, '../../../..');

/**
 * Builds the console and starts the product that all journeys of the run share. Where no browser is installed, the journeys are skipped and
 * the reason is printed.
 */
export default async function browserSetup(): Promise<void> {
  if (findChromium() === undefined) {
    const missing = 'Chromium is not installed (apt-get install chromium), or CHROMIUM does not name it';
    process.stderr.write(`\nAll tests of x.browser.test.ts are SKIPPED: ${missing}.\n\n`);
    return;
  }
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build-console.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the console could not be built, see above');
  globalThis.sluiceTestProduct = await holdServer('run-product.ts');
  const { answer } = globalThis.sluiceTestProduct;
  if ('address' in answer) setProduct(answer.address, answer.dataDir);
}
