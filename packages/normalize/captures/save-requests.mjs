// Writes what a program sent, without what names the machine.
import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLS, run } from './install.mjs';
import { scrub } from './scrub.mjs';

/** Replaces the requests of a capture by those of a run. @param done what `runProgram` gave of the program */
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
  for (const file of readdirSync(capture)) if (/^request-\d+\.json$/.test(file)) rmSync(join(capture, file));
  for (const [index, request] of sink.requests.entries()) {
    const scrubbed = scrub(request, { ports, folders });
    writeFileSync(join(capture, `request-${index + 1}.json`), `${JSON.stringify(scrubbed, null, 1)}\n`);
  }
}

/** Where the Python of a scenario has its own modules, which show in the lines of a traceback. */
async function pythonOf(program, command) {
  if (!program.endsWith('.py')) return [];
  const folder = await run(command, ['-c', 'import sys; print(sys.base_prefix)'], '.', process.env, '');
  return [[folder.trim(), '/python']];
}
