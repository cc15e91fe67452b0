// Captures what an SDK sends: node capture.mjs [--newest] NAME... (or --all). See README.md.
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLS, renew, run } from './install.mjs';
import { runProgram } from './run-program.mjs';
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
  const { program } = described(name);
  const { model, sink, folder, command } = await runProgram(described(name));
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

/** Where the Python of a scenario has its own modules, which show in the lines of a traceback. */
async function pythonOf(program, command) {
  if (!program.endsWith('.py')) return [];
  const folder = await run(command, ['-c', 'import sys; print(sys.base_prefix)'], '.', process.env, '');
  return [[folder.trim(), '/python']];
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
