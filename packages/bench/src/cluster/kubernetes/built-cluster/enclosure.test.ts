import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canMount, closeIn, eventually, temporaryFolder } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { Enclosure } from './enclosure';

const SETTING = '/proc/sys/vm/panic_on_oom';
/** Changes a kernel setting, mounts, starts a process that no other waits for, and stays. */
const INSIDE = `echo 2 >${SETTING}; cat ${SETTING} >"$1/setting"
mount -t tmpfs tmpfs "$1/mounted"; touch "$1/mounted/hidden"
setsid sh -c 'sleep 300; :' "$1" & echo begun >"$1/begun"; exec sleep 300`;

const later = closeIn(afterEach);
let folder: string;
let closers: Closers;
beforeEach(() => {
  folder = temporaryFolder('enclosure', later);
  closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
});
afterEach(async () => {
  await closers.close(10_000);
});

const create = (run: string): Promise<Enclosure> =>
  Enclosure.create(
    { folder: join(folder, run), cache: folder, logs: folder, env: process.env },
    { closers, signal: new AbortController().signal },
  );

(canMount() ? test : test.skip)('nothing that is done in it is seen outside, and all of it ends at once', async () => {
  for (const name of ['run', 'other', 'mounted']) await mkdir(join(folder, name));
  const before = await readFile(SETTING, 'utf8');
  const enclosure = await create('run');
  await enclosure.start('inside', 'sh', ['-c', INSIDE, 'sh', folder]);
  await eventually(() => readFile(join(folder, 'begun'), 'utf8').then(Boolean, () => false));

  expect(await readFile(join(folder, 'setting'), 'utf8')).toBe('2\n');
  expect(await readFile(SETTING, 'utf8')).toBe(before);
  await writeFile(join(folder, 'mounted', 'seen'), '');
  await expect(readFile(join(folder, 'mounted', 'hidden'))).rejects.toThrow('ENOENT');
  expect(await enclosure.run('ip', ['-brief', 'link'])).toMatch(/^lo +[^\n]*\n$/);
  await expect(create('other')).rejects.toThrow(`another cluster runs with the programs and images of ${folder}`);

  expect((await processesWith(folder)).length).toBeGreaterThan(1);
  await closers.close(10_000);
  // The guard has noticed by then, and needs a moment to end.
  await eventually(
    () => processesWith(folder),
    (left) => left.length === 0,
  );
});

/** Returns the processes with this word in their command line. */
async function processesWith(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(word));
}
