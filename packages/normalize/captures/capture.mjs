// Captures what an SDK sends: node capture.mjs NAME... (or --all). See README.md.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModel } from './model-server.mjs';
import { startSink } from './otlp-sink.mjs';
import { scrub } from './scrub.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const installs = process.env.CAPTURE_HOME ?? join(tmpdir(), 'sluice-captures');

/** Captures by name: the program that runs, and the file of pinned versions that it runs with. */
const captures = JSON.parse(readFileSync(join(here, 'captures.json'), 'utf8'));

const asked = process.argv.slice(2);
for (const name of asked.includes('--all') ? Object.keys(captures) : asked) await capture(name);

async function capture(name) {
  const { program, versions, settings } = captures[name] ?? fail(`no such capture: ${name}`);
  const folder = await installed(versions);
  const [model, sink] = [await startModel(), await startSink()];
  // Beside what is installed: modules are looked for from there.
  for (const file of readdirSync(join(here, 'scenarios')))
    copyFileSync(join(here, 'scenarios', file), join(folder, file));
  const command = program.endsWith('.py') ? join(folder, 'bin/python') : process.execPath;
  await run(command, [join(folder, program)], folder, { ...environment(model, sink), ...settings });
  model.stop();
  sink.stop();
  const ports = new Map([
    [model.port, 8080],
    [sink.port, 4318],
  ]);
  const folders = new Map([
    [realpathSync(folder), '/capture'],
    [folder, '/capture'],
    [installs, '/captures'],
  ]);
  save(
    name,
    sink.requests.map((request) => scrub(request, { ports, folders })),
  );
  console.log(`${name}: ${sink.requests.length} requests; others: ${sink.others.join(', ') || 'none'}`);
}

/** What a scenario is told: where its model is, and where it exports to. Nothing of this process's own environment. */
function environment(model, sink) {
  return {
    PATH: process.env.PATH,
    HOME: installs,
    PYTHONDONTWRITEBYTECODE: '1',
    OPENAI_API_KEY: 'sk-capture',
    OPENAI_BASE_URL: model.url,
    GEMINI_API_KEY: 'capture',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${model.port}`,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/api/public/otel/v1/traces`,
    LANGFUSE_BASE_URL: sink.url,
    LANGFUSE_HOST: sink.url,
    LANGFUSE_PUBLIC_KEY: 'pk-lf-capture',
    LANGFUSE_SECRET_KEY: 'sk-lf-capture',
    LANGFUSE_BASEURL: sink.url,
  };
}

/** The folder with what a file of versions names; made anew where the file has changed since. */
async function installed(versions) {
  const folder = join(installs, versions.replace(/\.(txt|json)$/, ''));
  const pins = join(here, 'requirements', versions);
  const [marker, wanted] = [join(folder, 'installed'), readFileSync(pins, 'utf8')];
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (versions.endsWith('.txt')) {
    await run('python3', ['-m', 'venv', folder], installs, process.env);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--no-deps', '--requirement', pins], folder, process.env);
  } else {
    copyFileSync(pins, join(folder, 'package.json'));
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], folder, process.env);
  }
  writeFileSync(marker, wanted);
  return folder;
}

function save(name, requests) {
  const folder = join(here, 'payloads', name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (/^request-\d+\.json$/.test(file)) rmSync(join(folder, file));
  for (const [index, request] of requests.entries()) {
    writeFileSync(join(folder, `request-${index + 1}.json`), `${JSON.stringify(request, null, 1)}\n`);
  }
}

function run(command, args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0]}: exit code ${code}`)),
    );
  });
}

function fail(message) {
  throw new Error(message);
}
