import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SourceChange, forkSource, withChangedSource } from './fork-source';

/** The same in each run, because the result of each path is stored. */
const FOLDER = join(__dirname, '../../../../node_modules/.cache/fork-source-test');
const file = join(FOLDER, 'program.ts');

/** Runs the program with a source. @returns its exit code */
async function codeOf(source: string, change?: SourceChange): Promise<unknown> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, source);
  const env = change === undefined ? process.env : withChangedSource(change);
  const [code] = (await once(forkSource(file, [], { env }), 'exit')) as [unknown];
  return code;
}

test('a process runs the source of now, with its change, though results of other sources are stored', async () => {
  const source = 'const code: number = 1;\nprocess.exit(code);\n';
  await expect(codeOf(source)).resolves.toBe(1);
  const change = { file: 'program.ts', search: '= 1', replacement: '= 2' };
  await expect(codeOf(source, change)).resolves.toBe(2);
  await expect(codeOf(source)).resolves.toBe(1);
  await expect(codeOf(source.replace('= 1', '= 3'))).resolves.toBe(3);
});
