import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the console's tests in a browser. */
const JOURNEYS = 'services/standalone/src/journeys';

/** Folders of Debian and Red Hat for the programs of each supported major version. */
const INSTALLED_PLACES = [15, 16, 17, 18].flatMap((major) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
]);

const IS_DEBIAN =
  process.platform === 'linux' && process.arch === 'x64' && spawnSync('apt-get', ['--version']).status === 0;

/** Arguments with which a program prints its version. */
const VERSION_OF = { caddy: ['version'], helm: ['version'], prometheus: ['--version'], promtool: ['--version'] };

/**
 * Tests that some machines cannot run, with the reason. The run fails for a skipped test that is missing here, and for a name here without
 * a test.
 *
 * `under` begins the full name of the tests; `isExpected`: whether they may be skipped on this machine.
 */
export const EXPECTED_SKIPS = [
  needsRoot('packages/embedded-postgres/src/start.it.test.ts', 'where this process is root'),
  needsRoot('packages/embedded-postgres/src/open-owned-file.it.test.ts', 'a link that another account has placed'),
  needsRoot('packages/embedded-postgres/src/open-owned-file.test.ts', 'a folder of another account'),
  needsRoot('services/standalone/src/stored-credentials.test.ts', 'stored credentials of another account'),
  needsRoot('packages/embedded-postgres/src/data-directories.it.test.ts', 'where this process is root'),
  needsRoot(
    'services/standalone/src/start.it.test.ts',
    "a data folder that cannot be used is told without a stack, and the process ends with 78 another account's",
  ),
  needsMounts('packages/embedded-postgres/src/full-disk.it.test.ts', 'a full disk'),
  needsMounts('services/standalone/src/full-disk.it.test.ts', 'a full disk'),
  needsMounts('services/standalone/src/start.it.test.ts', 'as in a container'),
  needsInstalledPostgres('services/standalone/src/restored-backup.it.test.ts', 'a backup'),
  needsInstalledPostgres('services/query/src/replica.it.test.ts', 'a replica that lags'),
  needsTool('caddy', 'services/standalone/src/entry-proxy.it.test.ts', 'the proxy of the composition'),
  needsTool('helm', 'deploy/manifests/src/chart.test.ts', 'the chart'),
  needsTool('helm', 'deploy/manifests/src/manifests.test.ts', 'Helm makes'),
  needsTool('helm', 'deploy/manifests/src/notes.test.ts', 'the notes'),
  needsTool('helm', 'deploy/manifests/src/examples.test.ts', 'the values of the examples'),
  needsTool('helm', 'deploy/manifests/src/projects.test.ts', 'projects'),
  needsTool('helm', 'deploy/manifests/src/monitoring.test.ts', 'what the chart has for monitoring'),
  needsOpenssl('packages/store/src/connect/tls.it.test.ts', 'a server with TLS'),
  needsTool('prometheus', 'packages/bench/src/cluster/exported-metrics.it.test.ts', 'a real Prometheus'),
  needsTool('promtool', 'packages/bench/src/monitoring/rules.promtool.test.ts', 'promtool'),
  ...readdirSync(join(import.meta.dirname, '..', JOURNEYS))
    .filter((file) => file.endsWith('.browser.test.ts'))
    .map((file) => needsChromium(`${JOURNEYS}/${file}`)),
];

function needsRoot(file, under) {
  return { file, under, reason: 'it needs root', isExpected: () => process.getuid?.() !== 0 };
}

/**
 * Requires the program in the variable of its name (HELM), otherwise the one on the path. `.ci/run` installs it with
 * scripts/install-tools.sh on Debian on x86-64, where its absence is therefore a failure.
 */
function needsTool(program, file, under) {
  const { status } = spawnSync(process.env[program.toUpperCase()] ?? program, VERSION_OF[program]);
  return { file, under, reason: `it needs ${program}`, isExpected: () => status !== 0 && !IS_DEBIAN };
}

/** Requires the program of CHROMIUM, or one of its names on the path (findChromium of packages/testbed). */
function needsChromium(file) {
  const { CHROMIUM } = process.env;
  const names = CHROMIUM ? [CHROMIUM] : ['chromium', 'chromium-browser', 'google-chrome'];
  const isThere = names.some((name) => spawnSync(name, ['--version']).status === 0);
  return { file, under: '', reason: 'it needs Chromium', isExpected: () => !isThere };
}

/** Requires openssl, which makes certificates. */
function needsOpenssl(file, under) {
  const { status } = spawnSync('openssl', ['version']);
  return { file, under, reason: 'it needs openssl', isExpected: () => status !== 0 };
}

/** Requires a Postgres with `pg_dump` and `pg_basebackup`, which the embedded one lacks. `apt-get install postgresql` installs both. */
function needsInstalledPostgres(file, under) {
  return {
    file,
    under,
    reason: 'it needs an installed Postgres',
    isExpected: () =>
      !INSTALLED_PLACES.some((bin) =>
        ['initdb', 'pg_dump', 'pg_basebackup'].every((program) => existsSync(join(bin, program))),
      ),
  };
}

/** Always expected: in many containers not even root may mount. */
function needsMounts(file, under) {
  return { file, under, reason: 'it needs to mount a file system', isExpected: () => true };
}
