import { mkdir, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import type { Logger } from './logger';
import { createMetrics } from './metrics';
import { type Reading, refused } from './parse-result';
import { readSettingFileAgain } from './setting-file';
import { SettingFiles } from './setting-files';

const later = closeIn(afterEach);
let folder: string;
let path: string;
let files: SettingFiles;
let used: string[];
let logged: { level: string; message: string; fields: unknown }[];
const metrics = () => createMetrics({ processMetrics: false });

beforeEach(() => {
  folder = temporaryFolder('files', later);
  path = join(folder, 'words');
  used = [];
  logged = [];
});
afterEach(() => {
  jest.useRealTimers();
  files.close();
});

const logger: Logger = {
  debug: () => undefined,
  fatal: () => undefined,
  info: (message, fields) => logged.push({ level: 'info', message, fields }),
  warn: (message, fields) => logged.push({ level: 'warn', message, fields }),
  error: (message, fields) => logged.push({ level: 'error', message, fields }),
  child: () => logger,
};

const read = (text: string): Reading<string> =>
  text.startsWith('bad') ? refused('expected a good word') : { ok: true, value: text.trim() };

/** Makes a follower whose reads only the test starts. */
async function follow(registry = metrics()) {
  files = new SettingFiles({ logger, metrics: registry, everyMs: 1e6 });
  await files.follow({ setting: 'WORDS_FILE', path, maxBytes: 100, read, use: (value) => used.push(value) });
  return registry;
}

/** Reads the files twice, because contents count when two reads return them. */
async function settle(): Promise<void> {
  await files.poll();
  await files.poll();
}

describe('a followed file', () => {
  it('is used at once, without a word', async () => {
    await writeFile(path, 'one\n');
    await follow();
    expect(used).toEqual(['one']);
    await settle();
    expect(used).toEqual(['one']);
    expect(logged).toEqual([]);
  });

  it('is told with what describes its new content', async () => {
    await writeFile(path, 'one');
    const describe = (value: string) => ({ version: value.length });
    files = new SettingFiles({ logger, metrics: metrics(), everyMs: 1e6 });
    await files.follow({
      setting: 'WORDS_FILE',
      path,
      maxBytes: 100,
      read,
      describe,
      use: (value) => used.push(value),
    });
    await writeFile(path, 'three');
    await settle();
    expect(logged.map(({ fields }) => fields)).toEqual([{ setting: 'WORDS_FILE', version: 5 }]);
  });

  it('is used again when its content has changed, also where size, time and inode are those of before', async () => {
    await writeFile(path, 'one\n');
    await utimes(path, 1, 1);
    await follow();
    await writeFile(path, 'two\n');
    await utimes(path, 1, 1);
    await settle();
    expect(used).toEqual(['one', 'two']);
    expect(logged).toEqual([
      { level: 'info', message: 'the new content of a file is in use', fields: { setting: 'WORDS_FILE' } },
    ]);
  });

  it('is followed where Kubernetes exchanges the folder behind a symbolic link', async () => {
    const version = async (name: string, text: string) => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'words'), text);
      await symlink(name, join(folder, '..data_tmp'));
      await rename(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    await version('..2026_1', 'one');
    await symlink('..data/words', path);
    await follow();
    await version('..2026_2', 'two');
    await rm(join(folder, '..2026_1'), { recursive: true });
    await settle();
    expect(used).toEqual(['one', 'two']);
  });

  it('is not taken for what it begins with while it is being written', async () => {
    await writeFile(path, 'one');
    await follow();
    await writeFile(path, 'tw');
    await files.poll();
    await writeFile(path, 'two');
    await files.poll();
    expect(used).toEqual(['one']);
    await files.poll();
    expect(used).toEqual(['one', 'two']);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['missing', () => unlink(path), 'there is no such file'],
    ['empty', () => writeFile(path, ' \n'), 'the file is empty'],
    ['too large', () => writeFile(path, 'x'.repeat(101)), 'the file has 101 bytes, accepted are 100'],
    ['a folder', () => unlink(path).then(() => mkdir(path)), 'expected the path of a file, got that of something else'],
    ['wrong', () => writeFile(path, 'bad'), 'expected a good word'],
  ])('that is %s keeps what it held before, and tells it once and as a metric', async (_, spoil, problem) => {
    await writeFile(path, 'one');
    const registry = await follow();
    await spoil();
    await settle();
    await settle();
    expect(used).toEqual(['one']);
    expect(logged).toEqual([
      {
        level: 'error',
        message: expect.stringContaining('cannot be used') as string,
        fields: { setting: 'WORDS_FILE', problems: [problem] },
      },
    ]);
    expect((await registry.expose()).body).toContain('sluice_setting_file_refused{setting="WORDS_FILE"} 1');
    await rm(path, { recursive: true, force: true });
    await writeFile(path, 'one');
    await settle();
    expect(used).toEqual(['one', 'one']);
    expect(logged).toHaveLength(2);
    const { body } = await registry.expose();
    expect(body).toContain('sluice_setting_file_refused{setting="WORDS_FILE"} 0');
    expect(body).toMatch(/sluice_setting_file_loaded_timestamp_seconds\{setting="WORDS_FILE"\} \d{10}/);
  });

  it('that gives no answer is told once, holds up no other file, and is used again when it answers', async () => {
    const other = join(folder, 'other');
    await writeFile(path, 'one');
    await writeFile(other, 'red');
    let hang = Promise.resolve();
    const looks = { words: 0, other: 0 };
    const readFile: typeof readSettingFileAgain = async (name, maxBytes) => {
      const isWords = name === path;
      if (isWords) {
        looks.words += 1;
        await hang;
      }
      const text = await readSettingFileAgain(name, maxBytes);
      if (!isWords) looks.other += 1;
      return text;
    };
    const registry = metrics();
    // A busy disk may need longer for a file that answers.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    files = new SettingFiles({ logger, metrics: registry, everyMs: 1e6, patienceMs: 50, readFile });
    const use = (value: string) => used.push(value);
    await files.follow({ setting: 'WORDS_FILE', path, maxBytes: 100, read, use });
    await files.follow({ setting: 'OTHER_FILE', path: other, maxBytes: 100, read, use });

    let answer: () => void = () => undefined;
    hang = new Promise((resolve) => (answer = resolve));
    const hanging = files.poll();
    while (looks.other < 2) await new Promise(setImmediate);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(50);
    expect((await registry.expose()).body).toContain('sluice_setting_file_refused{setting="WORDS_FILE"} 1');
    await writeFile(other, 'blue');
    while (!used.includes('blue')) {
      void files.poll();
      await new Promise(setImmediate);
    }
    const problems = ['the file system gives no answer'];
    const errors = () => logged.filter(({ level }) => level === 'error').map(({ fields }) => fields);
    expect(errors()).toEqual([{ setting: 'WORDS_FILE', problems }]);
    expect(looks.words).toBe(2);

    answer();
    await hanging;
    await settle();
    expect(used).toEqual(['one', 'red', 'blue', 'one']);
    expect(errors()).toHaveLength(1);
    expect((await registry.expose()).body).toContain('sluice_setting_file_refused{setting="WORDS_FILE"} 0');
  });

  it.each(['read', 'use'] as const)('whose %s throws is told without its content, and followed on', async (part) => {
    await writeFile(path, 'one');
    const registry = metrics();
    files = new SettingFiles({ logger, metrics: registry, everyMs: 1e6 });
    const fail = (text: string) => {
      if (text.startsWith('throw')) throw new TypeError(text);
    };
    await files.follow({
      setting: 'WORDS_FILE',
      path,
      maxBytes: 100,
      read: (text) => {
        if (part === 'read') fail(text);
        return read(text);
      },
      use: (value) => {
        if (part === 'use') fail(value);
        used.push(value);
      },
    });
    await writeFile(path, 'throw hunter2');
    await settle();
    await settle();
    const problems = ['taking it over failed: this is a bug (TypeError)'];
    expect(logged.map(({ fields }) => fields)).toEqual([{ setting: 'WORDS_FILE', problems }]);
    expect((await registry.expose()).body).toContain('sluice_setting_file_refused{setting="WORDS_FILE"} 1');
    await writeFile(path, 'two');
    await settle();
    expect(used).toEqual(['one', 'two']);
  });

  it('is looked at by itself', async () => {
    await writeFile(path, 'one');
    files = new SettingFiles({ logger, metrics: metrics(), everyMs: 5 });
    const two = new Promise<void>((resolve) => {
      const use = (value: string) => {
        if (value === 'two') resolve();
      };
      void files.follow({ setting: 'WORDS_FILE', path, maxBytes: 100, read, use }).then(() => writeFile(path, 'two'));
    });
    await two;
  });
});

describe('files that make one value', () => {
  const PATHS = ['one', 'two'];
  const write = (index: number, text: string) => writeFile(join(folder, PATHS[index] ?? ''), text);

  async function followBoth() {
    const registry = metrics();
    files = new SettingFiles({ logger, metrics: registry, everyMs: 1e6 });
    await files.followTogether({
      files: PATHS.map((name) => ({ setting: `${name.toUpperCase()}_FILE`, path: join(folder, name), maxBytes: 10 })),
      read: ([one = '', two = '']): Reading<string> =>
        one.slice(0, 1) === two.slice(0, 1)
          ? { ok: true, value: `${one}+${two}` }
          : refused('ONE_FILE, TWO_FILE: expected a pair'),
      use: (value) => used.push(value),
    });
    const refusals = async () =>
      [...(await registry.expose()).body.matchAll(/^sluice_setting_file_refused\{setting="(\w+)"\} 1$/gm)].map(
        ([, setting]) => setting,
      );
    return { refusals };
  }

  it('count together: while they do not belong together, the earlier value stays', async () => {
    await write(0, 'a1');
    await write(1, 'a2');
    const { refusals } = await followBoth();
    await write(0, 'b1');
    await settle();
    expect(used).toEqual(['a1+a2']);
    expect(await refusals()).toEqual(['ONE_FILE', 'TWO_FILE']);
    await write(1, 'b2');
    await settle();
    expect(used).toEqual(['a1+a2', 'b1+b2']);
    expect(await refusals()).toEqual([]);
    expect(logged).toEqual([
      {
        level: 'error',
        message: expect.stringContaining('cannot be used') as string,
        fields: { setting: 'ONE_FILE, TWO_FILE', problems: ['ONE_FILE, TWO_FILE: expected a pair'] },
      },
      {
        level: 'info',
        message: 'the new content of a file is in use',
        fields: { setting: 'ONE_FILE, TWO_FILE' },
      },
    ]);
  });

  it('are named each where one cannot be read', async () => {
    await write(0, 'a1');
    await write(1, 'a2');
    await followBoth();
    await unlink(join(folder, 'two'));
    await write(0, 'longer than it may be');
    await settle();
    expect(logged.map(({ fields }) => fields)).toEqual([
      {
        setting: 'ONE_FILE, TWO_FILE',
        problems: ['ONE_FILE: the file has 21 bytes, accepted are 10', 'TWO_FILE: there is no such file'],
      },
    ]);
    expect(used).toEqual(['a1+a2']);
  });
});
