// Installs the packages of pnpm-lock.yaml. Needs only Node and npm, and does nothing where these packages are installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const wanted = engines.node.replace('>=', '');
if (!isAtLeast(process.versions.node, wanted)) {
  fail(`Sluice needs Node ${wanted} or newer, this is ${process.versions.node}.`);
}
// A complete installation leaves a copy of the lockfile.
if (read('pnpm-lock.yaml') !== read('node_modules/.pnpm/lock.yaml')) install();

function install() {
  // Without --prefer-offline npx waits over a minute where there is no network, even for packages in its cache.
  const pnpm = ['--prefer-offline', '--yes', '--package', packageManager, 'pnpm'];
  const { status, error } = spawnSync('npx', [...pnpm, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: root,
    // Writes to standard error, because a program may read the standard output of `npm run` (cluster: one line of JSON).
    stdio: ['ignore', 2, 2],
    // Without CI, pnpm waits for a confirmation before it replaces a node_modules that npm made.
    env: { ...process.env, CI: 'true' },
  });
  if (error) fail(`npx could not be started: ${error.message}. It comes with npm, which Sluice needs.`);
  if (status !== 0) fail(`The dependencies could not be installed (pnpm ended with ${status}, see above).`);
}

function isAtLeast(version, minimum) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = minimum.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
