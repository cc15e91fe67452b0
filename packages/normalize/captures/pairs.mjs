// Compares the counts of two instrumentations of one program: node pairs.mjs [--newest] [--both] [--keep] [WORD...], in a built workspace.
// See README.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renew } from './install.mjs';
import { runProgram } from './run-program.mjs';
import { saveRequests } from './save-requests.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(new URL('../package.json', import.meta.url));
const { DEFAULT_LIMITS, normalizeOtlp } = require('./dist/index.js');
const { decodeOtlpJson } = require('@sluice/decode');
// Rules of the writer, which are not part of an entry point.
const { derive } = require('../store/dist/write/state/derive.js');
const { countedElsewhere, isCounted } = require('../store/dist/write/state/repeated-calls.js');

/** Programs, and the two instrumentations of each, which run alone and together. */
const pairs = JSON.parse(readFileSync(join(here, 'pairs.json'), 'utf8'));

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const asked = pairs.filter(({ program, pair }) => words.every((word) => `${program} ${pair.join(' ')}`.includes(word)));
if (given.includes('--newest')) {
  for (const versions of new Set(asked.map((one) => one.versions))) await renew(versions);
}
for (const one of asked) {
  const { program, pair } = one;
  console.log(`${program.replace('_app.py', '')}: ${pair.join(' + ')}`);
  const runs = given.includes('--both') ? [pair] : [[pair[0]], [pair[1]], pair];
  for (const on of runs) console.log(`  ${on.join(' + ')}: ${await counted(one, on)}`);
}

/**
 * Runs a program with some instrumentations; returns the counted and the paid tokens. With `--keep` the requests of both together are saved
 * under the name of the capture.
 */
async function counted({ program, versions, settings, pair, capture }, on) {
  const done = await runProgram({ program, versions, settings: { ...settings, INSTRUMENTS: on.join(',') } });
  const { requests } = done.sink;
  if (given.includes('--keep') && on === pair && capture !== undefined) {
    await saveRequests(join(here, 'pairs/payloads', capture), program, done);
  }
  const { input, output, traces } = totals(requests);
  const { paid } = done.model;
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
  const traces = new Map();
  // Observations that are sent twice have one id and count once.
  for (const { traceId, observations } of normalizeOtlp({ resourceSpans }, context).records) {
    const known = traces.get(traceId) ?? new Map();
    for (const one of observations) {
      known.set(one.id, { ...one, tokens: derive(one, 0, { version: '', price: () => undefined }).tokens });
    }
    traces.set(traceId, known);
  }
  const sums = { input: 0, output: 0, traces: traces.size };
  for (const observations of traces.values()) {
    const elsewhere = countedElsewhere([...observations.values()]);
    for (const { id, counted, tokens } of observations.values()) {
      if (!isCounted(id, counted, elsewhere.get(id))) continue;
      sums.input += tokens?.input ?? 0;
      sums.output += tokens?.output ?? 0;
    }
  }
  return sums;
}
