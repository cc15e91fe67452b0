// Installs what a scenario runs with: a virtual environment or a node_modules, outside the workspace.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = join(dirname(fileURLToPath(import.meta.url)), 'requirements');

/** Folder of the installations. */
export const INSTALLS = process.env.CAPTURE_HOME ?? join(tmpdir(), 'sluice-captures');

/** First line of a Python file of versions: the packages that a scenario needs. The rest of the file are their dependencies. */
const ASKED = /^# newest of: (.+)\n/;

/** Packages whose version may be unpinned, because a registry may not have it yet and it does not change what is sent. */
const FREE = ['certifi'];

/** Returns the folder with the packages of a file of versions; installs it again if the file has changed since. */
export async function installed(versions) {
  const folder = join(INSTALLS, versions.replace(/\.(txt|json)$/, ''));
  const pins = join(requirements, versions);
  const [marker, wanted] = [join(folder, 'installed'), readFileSync(pins, 'utf8')];
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(folder, { recursive: true });
  if (versions.endsWith('.txt')) {
    await run('python3', ['-m', 'venv', '--without-pip', folder], INSTALLS, process.env);
    await uv(['pip', 'install', '--quiet', '--python', folder, '--no-deps', '--requirement', pins]);
  } else {
    copyFileSync(pins, join(folder, 'package.json'));
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], folder, process.env);
  }
  writeFileSync(marker, wanted);
  return folder;
}

/** Writes a file of versions again, with the newest versions of its packages. */
export async function renew(versions) {
  const pins = join(requirements, versions);
  const before = readFileSync(pins, 'utf8');
  if (versions.endsWith('.txt')) {
    const asked = ASKED.exec(before)?.[1] ?? fail(`${versions} does not say what it is the newest of`);
    const overrides = join(INSTALLS, 'overrides.txt');
    writeFileSync(overrides, FREE.join('\n'));
    const options = ['--quiet', '--no-annotate', '--no-header', '--python', 'python3', '--override', overrides];
    const found = await uv(['pip', 'compile', ...options, '-'], asked.replaceAll(' ', '\n'));
    writeFileSync(pins, `# newest of: ${asked}\n${found}`);
  } else {
    // `ranges` keeps a package below a version.
    const project = JSON.parse(before);
    const asked = Object.keys(project.dependencies).map((name) => `${name}@${project.ranges?.[name] ?? 'latest'}`);
    const folder = join(INSTALLS, 'newest');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...project, dependencies: {} }));
    const options = ['--package-lock-only', '--save-exact', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options, ...asked], folder, process.env);
    const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    writeFileSync(pins, `${JSON.stringify(found, null, 2)}\n`);
  }
}

/** The installer for Python packages, which is installed by pip. */
async function uv(args, input) {
  const folder = join(INSTALLS, 'uv');
  if (!existsSync(join(folder, 'bin/uv'))) {
    await run('python3', ['-m', 'venv', folder], '.', process.env);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', 'uv'], '.', process.env);
  }
  return run(join(folder, 'bin/uv'), args, '.', process.env, input);
}

/** Runs a program to its end. With an input (maybe an empty one), returns the program's output. Rejects when it fails. */
export function run(command, args, cwd, env, input) {
  return new Promise((resolve, reject) => {
    const isRead = input !== undefined;
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [isRead ? 'pipe' : 'ignore', isRead ? 'pipe' : 'inherit', 'inherit'],
    });
    const output = [];
    child.stdin?.end(input);
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output.join('')) : reject(new Error(`${command} ${args[0]}: exit code ${code}`)),
    );
  });
}

function fail(message) {
  throw new Error(message);
}
