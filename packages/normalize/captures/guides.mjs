// Runs the lines of the guide to frameworks: node guides.mjs [--print] [--to-product] [NAME...]. See README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGuide } from './read-guide.mjs';
import { runLines } from './run-program.mjs';
import { saveRequests } from './save-requests.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Guides by name: the section of the page, and the file of pinned versions that its lines run with. */
const guides = JSON.parse(readFileSync(join(here, 'guides.json'), 'utf8'));

const given = process.argv.slice(2);
const asked = given.filter((name) => !name.startsWith('--'));
const names = asked.length === 0 ? Object.keys(guides) : asked;
if (given.includes('--print')) console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, read(name)]))));
else for (const name of names) await (given.includes('--to-product') ? send(name) : capture(name));

function read(name) {
  const { section, versions } = guides[name] ?? fail(`no such guide: ${name}`);
  return { versions, ...readGuide(section) };
}

/** Writes the requests of a guide's lines, together with the lines and the tokens that the model was paid for. */
async function capture(name) {
  const guide = read(name);
  const done = await runLines(guide);
  const folder = join(here, 'guides', name);
  await saveRequests(folder, guide.programs[0]?.name ?? '', done);
  const { lines, programs } = guide;
  writeFileSync(join(folder, 'ran.json'), `${JSON.stringify({ lines, programs, paid: done.model.paid }, null, 1)}\n`);
  const { requests, metrics, others } = done.sink;
  console.log(
    `${name}: ${requests.length} requests, ${metrics.length} of metrics; others: ${others.join(', ') || 'none'}`,
  );
}

/** Runs the lines of a guide against the product that `SLUICE_URL` and `SLUICE_TOKEN` name. */
async function send(name) {
  const { SLUICE_URL: url, SLUICE_TOKEN: token } = process.env;
  if (!url || !token) fail('set SLUICE_URL and SLUICE_TOKEN');
  const { model } = await runLines(read(name), { url, token });
  console.log(`${name}: the model was asked for ${model.paid.input} tokens in and ${model.paid.output} out`);
}

function fail(message) {
  throw new Error(message);
}
