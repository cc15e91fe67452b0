// Captures what an SDK sends: node capture.mjs [--newest] NAME... (or --all). See README.md.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLS, installed, renew, run } from './install.mjs';
import { startModel } from './model-server.mjs';
import { startSink } from './otlp-sink.mjs';
import { scrub } from './scrub.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Captures by name: the program that runs, and the file of pinned versions that it runs with. */
const captures = JSON.parse(readFileSync(join(here, 'captures.json'), 'utf8'));

const asked = process.argv.slice(2);
const names = asked.includes('--all') ? Object.keys(captures) : asked.filter((name) => name !== '--newest');
if (asked.includes('--newest')) {
  for (const versions of new Set(names.map((name) => described(name).versions))) await renew(versions);
}
for (const name of names) await capture(name);

async function capture(name) {
  const { program, versions, settings } = described(name);
  const folder = await installed(versions);
  const [model, sink] = [await startModel(), await startSink()];
  // Beside what is installed: modules are looked for from there.
  for (const file of readdirSync(join(here, 'scenarios')))
    copyFileSync(join(here, 'scenarios', file), join(folder, file));
  const command = program.endsWith('.py') ? join(folder, 'bin/python') : nodeOf(folder);
  await run(command, [join(folder, program)], folder, { ...environment(model, sink), ...settings });
  model.stop();
  sink.stop();
  const ports = new Map([
    [model.port, 8080],
    [sink.port, 4318],
  ]);
  const folders = new Map([
    ...(await pythonOf(program, command)),
    [realpathSync(folder), '/capture'],
    [folder, '/capture'],
    [INSTALLS, '/captures'],
  ]);
  save(
    name,
    sink.requests.map((request) => scrub(request, { ports, folders })),
  );
  console.log(`${name}: ${sink.requests.length} requests; others: ${sink.others.join(', ') || 'none'}`);
}

function described(name) {
  return captures[name] ?? fail(`no such capture: ${name}`);
}

/** Where the Python of a scenario has its own modules, of which the lines of a traceback tell. */
async function pythonOf(program, command) {
  if (!program.endsWith('.py')) return [];
  const folder = await run(command, ['-c', 'import sys; print(sys.base_prefix)'], '.', process.env, '');
  return [[folder.trim(), '/python']];
}

/** Node that was installed beside the scenario, for an SDK that asks for a newer one; else the Node at hand. */
function nodeOf(folder) {
  const own = join(folder, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** What a scenario is told: where its model is, and where it exports to. Nothing of this process's own environment. */
function environment(model, sink) {
  return {
    PATH: process.env.PATH,
    HOME: INSTALLS,
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

function save(name, requests) {
  const folder = join(here, 'payloads', name);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (/^request-\d+\.json$/.test(file)) rmSync(join(folder, file));
  for (const [index, request] of requests.entries()) {
    writeFileSync(join(folder, `request-${index + 1}.json`), `${JSON.stringify(request, null, 1)}\n`);
  }
}

function fail(message) {
  throw new Error(message);
}
