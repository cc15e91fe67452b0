import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { patience } from '../../machine';
import { MissingBrokerError, WAYS_TO_A_BROKER } from './missing-broker-error';

const run = promisify(execFile);

const POM = join(__dirname, '../../../kafka/pom.xml');
const CACHE = join(__dirname, '../../../../../node_modules/.cache/sluice-test-broker');

/**
 * Returns the folder with the jars of the broker; Maven fills it once, and again after a change of the pom.
 * @throws MissingBrokerError without Java or Maven
 */
export async function brokerJars(): Promise<string> {
  await requireCommand('java');
  const fingerprint = createHash('sha256')
    .update(await readFile(POM))
    .digest('hex');
  const jars = join(CACHE, fingerprint.slice(0, 16));
  if (!existsSync(jars)) await download(jars);
  return jars;
}

async function requireCommand(command: string): Promise<void> {
  await run(command, ['-version']).catch(() => {
    throw new MissingBrokerError(`${command} cannot be started: ${WAYS_TO_A_BROKER}`);
  });
}

/** Creates the folder completely or not at all, because another run may look for it at the same time. */
async function download(jars: string): Promise<void> {
  await requireCommand('mvn');
  await mkdir(dirname(jars), { recursive: true });
  const folder = await mkdtemp(`${jars}-`);
  try {
    const args = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
    await run('mvn', args, { timeout: patience(240_000) });
    await rename(folder, jars);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (existsSync(jars)) return;
    const { stdout = '' } = error as { readonly stdout?: string };
    throw new Error(`Maven could not get the jars of the test broker: ${stdout.slice(0, 2000)}`, { cause: error });
  }
}
