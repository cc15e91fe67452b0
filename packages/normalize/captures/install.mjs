// Installs what a scenario runs with: a virtual environment or a node_modules, outside the workspace.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = join(dirname(fileURLToPath(import.meta.url)), 'requirements');

/** Where it is installed to. */
export const INSTALLS = process.env.CAPTURE_HOME ?? join(tmpdir(), 'sluice-captures');

/** What a Python file of versions begins with: the packages that a scenario asks for. The rest of the file is what they need. */
const ASKED = /^# newest of: (.+)\n/;

/** What a package may ask for in a version that a registry does not have yet, and that does not change what it sends. */
const FREE = ['certifi'];

/** The folder with what a file of versions names; made anew where the file has changed since. */
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

/** Writes a file of versions anew, with the newest of what it asks for. */
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

/** Runs a program to its end. Where it is given an input (maybe an empty one), gives what it wrote. Rejects when it fails. */
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
