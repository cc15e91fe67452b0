// Writes the requests of a program, without names of the machine.
import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLS, run } from './install.mjs';
import { scrub } from './scrub.mjs';

/**
 * Replaces the requests of a capture by those of a run.
 * @param done result of `runProgram`
 */
export async function saveRequests(capture, program, { model, sink, folder, command }) {
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
  mkdirSync(capture, { recursive: true });
  for (const file of readdirSync(capture)) if (/^(request|metrics)-\d+\.json$/.test(file)) rmSync(join(capture, file));
  const save = (name, request) =>
    writeFileSync(join(capture, name), `${JSON.stringify(scrub(request, { ports, folders }), null, 1)}\n`);
  for (const [index, request] of sink.requests.entries()) save(`request-${index + 1}.json`, request);
  for (const [index, request] of sink.metrics.entries()) save(`metrics-${index + 1}.json`, request);
}

/** Folder of the Python installation's own modules, which appear in the lines of a traceback. */
async function pythonOf(program, command) {
  if (!program.endsWith('.py')) return [];
  const folder = await run(command, ['-c', 'import sys; print(sys.base_prefix)'], '.', process.env, '');
  return [[folder.trim(), '/python']];
}
