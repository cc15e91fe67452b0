// Captures what an SDK sends: node capture.mjs [--newest] NAME... (or --all). See README.md.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renew } from './install.mjs';
import { runProgram } from './run-program.mjs';
import { saveRequests } from './save-requests.mjs';

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
  const done = await runProgram(described(name));
  await saveRequests(join(here, 'payloads', name), program, done);
  const { requests, others } = done.sink;
  console.log(`${name}: ${requests.length} requests; others: ${others.join(', ') || 'none'}`);
}

function described(name) {
  return captures[name] ?? fail(`no such capture: ${name}`);
}

function fail(message) {
  throw new Error(message);
}
