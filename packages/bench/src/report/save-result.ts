import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../command/config';
import { runProgram } from '../command/run-program';

/** Describes the machine: figures of two machines are not comparable. */
function describeMachine(): Readonly<Record<string, string | number>> {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
  };
}

/** Writes figures to `results/<name>.json`, with the machine, the commit and the day. */
export async function saveResult(name: string, figures: unknown): Promise<void> {
  const commit = (await runProgram('git', ['describe', '--always', '--dirty'], { cwd: ROOT })).trim();
  const day = new Date().toISOString().slice(0, 10);
  const folder = join(ROOT, 'results');
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({ machine: describeMachine(), commit, day, figures }, null, 2);
  await writeFile(join(folder, `${name}.json`), `${text}\n`);
}
