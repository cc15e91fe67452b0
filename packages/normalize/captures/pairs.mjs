// What two instrumentations of one program count: node pairs.mjs [--newest] [WORD...], of a built workspace. See README.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renew } from './install.mjs';
import { runProgram } from './run-program.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(new URL('../package.json', import.meta.url));
const { DEFAULT_LIMITS, normalizeOtlp } = require('./dist/index.js');
const { decodeOtlpJson } = require('@sluice/decode');

/** Programs, and the two instrumentations that each is run with: the one, the other, and both. */
const pairs = JSON.parse(readFileSync(join(here, 'pairs.json'), 'utf8'));

const words = process.argv.slice(2).filter((word) => word !== '--newest');
const asked = pairs.filter(({ program, pair }) => words.every((word) => `${program} ${pair.join(' ')}`.includes(word)));
if (process.argv.includes('--newest')) {
  for (const versions of new Set(asked.map((one) => one.versions))) await renew(versions);
}
for (const { program, versions, pair, settings } of asked) {
  console.log(`${program.replace('_app.py', '')}: ${pair.join(' + ')}`);
  for (const on of [[pair[0]], [pair[1]], pair])
    console.log(`  ${on.join(' + ')}: ${await counted(program, versions, on, settings)}`);
}

/** Runs a program with some instrumentations; returns what is counted of what was paid. */
async function counted(program, versions, on, settings) {
  const { model, sink } = await runProgram({ program, versions, settings: { ...settings, INSTRUMENTS: on.join(',') } });
  const { input, output, traces } = totals(sink.requests);
  const { paid } = model;
  return `${input} + ${output} of ${paid.input} + ${paid.output} tokens (${(input / paid.input).toFixed(2)} times), ${traces} traces`;
}

function totals(requests) {
  const resourceSpans = requests.flatMap(
    (request) => decodeOtlpJson(Buffer.from(JSON.stringify(request)), DEFAULT_LIMITS).resourceSpans,
  );
  let id = 0;
  const newRecordId = () => `00000000-0000-0000-0000-${String((id += 1)).padStart(12, '0')}`;
  const context = {
    receivedAt: Date.now() * 1000,
    newRecordId,
    prefixes: ['langfuse', 'vendor'],
    limits: DEFAULT_LIMITS,
  };
  const { records } = normalizeOtlp({ resourceSpans }, context);
  // What is sent twice is one observation.
  const observations = new Map(
    records.flatMap((record) => record.observations.map((one) => [`${record.traceId} ${one.id}`, one])),
  );
  const sum = (side) =>
    [...observations.values()]
      .filter((observation) => observation.counted)
      .flatMap(({ usage }) => Object.values(usage?.[side] ?? {}))
      .reduce((a, b) => a + b, 0);
  return { input: sum('input'), output: sum('output'), traces: new Set(records.map((record) => record.traceId)).size };
}
