// Makes the production installation of both images without an engine, by the lines of deploy/images/Dockerfile, each in a temporary folder.
// There it loads every module, runs `--help` of every command and starts each service with a wrong setting, which must end with 78 and name
// the setting. Needs the build (tsc -b, scripts/build-console.mjs). Exit code 1 with a line for each failure.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');

const TARGETS = ['services', 'standalone'];
const REFUSED = 78;
const WRONG = { LOG_LEVEL: 'loud' };
const COMMANDS = 'services/cli/dist/main.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-production-'));
const failures = [];
try {
  const kept = join(folder, 'kept');
  succeed(root, `deploy/images/keep.sh '${kept}'`);
  for (const target of TARGETS) check(target, kept);
} finally {
  rmSync(folder, { recursive: true });
}
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function check(target, kept) {
  const place = join(folder, target);
  const services = install(target, place, kept);
  const modules = loadModules(target, place);
  const commands = helpOf(target, place, []);
  for (const service of services) refuse(target, place, service);
  console.log(`${target}: ${modules} modules, ${commands} commands, ${services.length} services`);
}

/** Installs and copies the contents of the image. @returns its services */
function install(target, place, kept) {
  const [, manifests] = lineOf(/RUN mkdir \/sluice && cp -r --parents (.*) \/sluice$/m);
  const [, options] = lineOf(new RegExp(`FROM installing AS ${target}-installed\\nRUN .* (--prod .*)$`, 'm'));
  const [, copied] = lineOf(new RegExp(`FROM running AS ${target}\\n(?:.*\\n)?COPY --from=build (.*) \\./$`, 'm'));
  succeed(root, `mkdir '${place}' && cp -r --parents ${manifests} '${place}'`);
  succeed(place, `deploy/images/install.sh ${options}`);
  for (const path of copied.split(' ')) cpSync(join(kept, basename(path)), place, { recursive: true });
  const names = [...options.matchAll(/@sluice\/(\w+)/g)].map(([, name]) => name);
  removeOthers(
    place,
    names.map((name) => join(place, 'services', name)),
  );
  return names.filter((name) => name !== 'cli');
}

/** Deletes the units that no entry needs: a checkout builds them, an image does not. */
function removeOthers(place, entries) {
  const needed = new Set();
  const add = (unit) => {
    if (needed.has(unit)) return;
    needed.add(unit);
    for (const next of entriesOf(join(unit, 'node_modules/@sluice'))) add(realpathSync(next));
  };
  for (const entry of entries) add(realpathSync(entry));
  for (const unit of unitsIn(place)) if (!needed.has(realpathSync(unit))) rmSync(unit, { recursive: true });
}

/** Loads each compiled module whose source exists; a bundle of the console is for browsers. @returns number of modules */
function loadModules(target, place) {
  const modules = unitsIn(place).flatMap((unit) =>
    entriesOf(join(unit, 'dist'), { recursive: true }).filter((path) => {
      const source = path.replace(place, root).replace('/dist/', '/src/').replace(/\.js$/, '.ts');
      return path.endsWith('.js') && basename(path) !== 'main.js' && existsSync(source);
    }),
  );
  const load = `for (const path of JSON.parse(process.argv[1])) {
    try {
      require(path);
    } catch (error) {
      // After its imports are loaded, the module refuses to run outside of a thread.
      if (error.message === 'this file is the beginning of a thread') continue;
      console.error(path + ': ' + error.message);
      process.exitCode = 1;
    }
  }
  process.exit();`;
  const { status, stderr } = run(place, ['--eval', load, JSON.stringify(modules)]);
  if (status !== 0 || modules.length === 0) failures.push(`${target}: modules that cannot be loaded:\n${stderr}`);
  return modules.length;
}

/** Runs `--help` of a command and of its subcommands. @returns number of commands */
function helpOf(target, place, words) {
  const { status, stdout, stderr } = run(place, [COMMANDS, ...words, '--help']);
  if (status !== 0 || !stdout.startsWith(['Usage: sluice', ...words].join(' '))) {
    failures.push(`${target}: sluice ${words.join(' ')} --help ended with ${status}:\n${stdout}${stderr}`);
    return 0;
  }
  const [, listed = ''] = stdout.split('\nCommands:\n');
  const below = [...listed.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
  if (words.length === 0 && below.length === 0) failures.push(`${target}: sluice --help lists no commands:\n${stdout}`);
  return below.reduce((sum, name) => sum + helpOf(target, place, [...words, name]), 1);
}

function refuse(target, place, service) {
  const { status, stderr } = run(place, [`services/${service}/dist/main.js`], WRONG);
  if (status === REFUSED && Object.keys(WRONG).every((name) => stderr.includes(`\n  ${name}: expected`))) return;
  failures.push(`${target}: ${service} with ${JSON.stringify(WRONG)} ended with ${status}:\n${stderr}`);
}

/** Runs Node with only the given settings. */
function run(cwd, args, settings = {}) {
  return spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

function lineOf(pattern) {
  const found = pattern.exec(dockerfile);
  if (found === null) throw new Error(`deploy/images/Dockerfile has no line ${pattern}`);
  return found;
}

function succeed(cwd, command) {
  const env = { ...process.env, CI: 'true' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
}

function unitsIn(place) {
  return ['packages', 'services'].flatMap((kind) => entriesOf(join(place, kind)));
}

/** Returns the paths in a folder; none where the folder does not exist. */
function entriesOf(path, options) {
  return existsSync(path) ? readdirSync(path, options).map((name) => join(path, name)) : [];
}
