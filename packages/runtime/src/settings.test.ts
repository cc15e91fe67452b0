import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@sluice/testbed/machine';
import { boolean, bytes, choice, file, integer, list, parsed, port, secret, text, url } from './setting-fields';
import { readSettings, SettingsError } from './settings';
import type { Field } from './settings';

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

function valueOf<T>(field: Field<T>, raw?: string): T {
  const env = raw === undefined ? {} : { [field.name]: raw };
  return readSettings(env, { value: field }).value;
}

describe('readSettings', () => {
  it('gives typed values, frozen', () => {
    const settings = readSettings(
      { HOST: '0.0.0.0', PORT: '8080', ORIGINS: 'a, b' },
      {
        host: text('HOST', { default: '127.0.0.1' }),
        port: port('PORT', { default: 3000 }),
        origins: list('ORIGINS', {}),
        days: integer('DAYS', { min: 1 }),
      },
    );
    const typed: { host: string; port: number; origins: readonly string[] | undefined; days: number | undefined } =
      settings;
    expect(typed).toEqual({ host: '0.0.0.0', port: 8080, origins: ['a', 'b'], days: undefined });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('reports all wrong and missing values together, each with what is accepted', () => {
    const env = { PORT: '99999', LEVEL: 'loud', SIZE: '20MB' };
    const problems = problemsOf(() =>
      readSettings(env, {
        port: port('PORT', { default: 3000 }),
        level: choice('LEVEL', ['info', 'debug'], { default: 'info' }),
        size: bytes('SIZE', { default: 1 }),
        brokers: list('KAFKA_BROKERS', { required: true }),
      }),
    );
    expect(problems).toEqual([
      'PORT: expected an integer from 0 to 65535, got "99999"',
      'LEVEL: expected one of info, debug, got "loud"',
      'SIZE: expected a size such as 20MiB, 512KiB or 1048576, got "20MB"',
      'KAFKA_BROKERS: required: one or more values separated by commas',
    ]);
  });

  it('counts an empty string as unset', () => {
    expect(valueOf(text('HOST', { default: 'x' }), '')).toBe('x');
    expect(problemsOf(() => valueOf(text('HOST', { required: true }), ''))).toHaveLength(1);
  });

  it('never shows a secret, not even a wrong one or a URL with a password', () => {
    const env = { DATABASE_URL: 'mysql://u:hunter2@h/d', KEYS: 'hunter2' };
    const problems = problemsOf(() =>
      readSettings(env, {
        database: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'] }),
        keys: parsed('KEYS', { accepted: 'a:b', parse: () => undefined, secret: true }, {}),
        missing: secret('MISSING', { required: true }),
      }),
    );
    expect(problems).toEqual([
      'DATABASE_URL: expected a URL that begins with postgres:// or postgresql://, user and password percent-encoded, got another value (not shown)',
      'KEYS: expected a:b, got another value (not shown)',
      'MISSING: required: a secret text',
    ]);
  });

  it('checks between fields that are right, together with those that are wrong', () => {
    const fields = { a: text('A', {}), b: port('B', {}), c: port('C', {}) };
    const bNeedsA = (settings: { readonly a: string | undefined; readonly b: number | undefined }): string[] =>
      settings.b !== undefined && settings.a === undefined ? ['B needs A'] : [];
    const refusals = (env: NodeJS.ProcessEnv) => problemsOf(() => readSettings(env, fields, bNeedsA));
    expect(refusals({ A: 'x', B: '1' })).toEqual([]);
    expect(refusals({ B: '1' })).toEqual(['B needs A']);
    expect(refusals({ B: '1', C: 'x' })).toEqual([expect.stringMatching(/^C: /), 'B needs A']);
    expect(refusals({ B: 'x' })).toEqual([expect.stringMatching(/^B: /)]);
  });
});

describe('fields', () => {
  it.each([
    ['20MiB', 20 * 2 ** 20],
    ['512KiB', 512 * 2 ** 10],
    ['1 GiB', 2 ** 30],
    ['1048576', 1_048_576],
  ])('reads the size %s', (raw, value) => expect(valueOf(bytes('SIZE', {}), raw)).toBe(value));

  it('reads no size only where none is allowed', () => {
    expect(problemsOf(() => valueOf(bytes('SIZE', {}), '0'))).toHaveLength(1);
    expect(valueOf(bytes('SIZE', { min: 0 }), '0')).toBe(0);
  });

  it.each(['0', '-1', '1.5MiB', '20MB', '20mib', 'MiB', '99999999999999GiB'])('refuses the size %s', (raw) => {
    expect(problemsOf(() => valueOf(bytes('SIZE', {}), raw))).toHaveLength(1);
  });

  it.each(['1.5', '1e3', '0x10', 'NaN', '11', '-1', ' '])('refuses %j for an integer from 0 to 10', (raw) => {
    expect(problemsOf(() => valueOf(integer('N', { max: 10 }), raw))).toHaveLength(1);
  });

  it('reads booleans and choices in any case', () => {
    expect(valueOf(boolean('B', { default: false }), 'TRUE')).toBe(true);
    expect(valueOf(boolean('B', { default: true }), '0')).toBe(false);
    expect(valueOf(choice('C', ['info', 'DEBUG'], {}), 'debug')).toBe('DEBUG');
  });

  it('keeps a URL as it was written', () => {
    const raw = 'postgres://u:p%40@h:5432/d?sslmode=require';
    expect(valueOf(url('U', { schemes: ['postgres'] }), raw)).toBe(raw);
  });
});

describe('a URL with a password', () => {
  const read = (raw: string) => problemsOf(() => valueOf(url('U', { schemes: ['postgres'] }), raw));

  it.each(['p@ss/word', '12/34', 'p@ss?word', 'p@ss#word', '12#34', 'pass/word', 'pass#word'])(
    'is refused where %s is not percent-encoded, and would read as a host',
    (password) => {
      expect(read(`postgres://user:${password}@host/db`)).toEqual([
        'U: expected a URL that begins with postgres://, user and password percent-encoded, got another value (not shown)',
      ]);
      expect(read(`postgres://user:${encodeURIComponent(password)}@host/db?user=me@host`)).toEqual([]);
    },
  );
});

describe('settings in files', () => {
  const folder = temporaryFolder('settings', afterAll);
  const written = (content: string): string => {
    const path = join(folder, 'setting');
    writeFileSync(path, content);
    return path;
  };
  const fields = { word: secret('WORD', { required: true }) };

  it('give a secret, without the line break at the end', () => {
    expect(readSettings({ WORD_FILE: written('hunter2\r\n') }, fields).word).toBe('hunter2');
    expect(readSettings({ WORD_FILE: '', WORD: 'hunter2' }, fields).word).toBe('hunter2');
  });

  it('are refused beside the variable, and are only for secrets', () => {
    const both = { WORD: 'hunter2', WORD_FILE: written('hunter2') };
    expect(problemsOf(() => readSettings(both, fields))).toEqual(['WORD, WORD_FILE: expected one of them, not both']);
    expect(readSettings({ HOST_FILE: written('x') }, { host: text('HOST', {}) }).host).toBeUndefined();
  });

  it.each([
    ['\n', 'the file is empty'],
    ['x'.repeat(262_145), 'the file has 262145 bytes, accepted are 262144'],
  ])('are refused where they cannot hold a secret: %#', (content, problem) => {
    expect(problemsOf(() => readSettings({ WORD_FILE: written(content) }, fields))).toEqual([`WORD_FILE: ${problem}`]);
  });

  it('do not show what was written where a path belongs, nor what is wrong in them', () => {
    expect(problemsOf(() => readSettings({ WORD_FILE: 'hunter2' }, fields))).toEqual([
      'WORD_FILE: there is no such file',
    ]);
    expect(problemsOf(() => readSettings({ WORD_FILE: folder }, fields))).toEqual([
      'WORD_FILE: expected the path of a file, got that of something else',
    ]);
    const database = { database: url('DATABASE_URL', { schemes: ['postgres'] }) };
    expect(problemsOf(() => readSettings({ DATABASE_URL_FILE: written('hunter2') }, database))).toEqual([
      'DATABASE_URL_FILE: expected a URL that begins with postgres://, user and password percent-encoded, got another value (not shown)',
    ]);
  });

  it('that are no secrets are read with the settings, and their path is told', () => {
    const words = file('WORDS_FILE', {
      maxBytes: 10,
      read: (content) =>
        content.startsWith('bad') ? { ok: false, problems: ['first', 'second'] } : { ok: true, value: content.length },
    });
    expect(valueOf(words)).toBeUndefined();
    const path = written('good');
    expect(valueOf(words, path)).toMatchObject({ setting: 'WORDS_FILE', path, value: 4 });
    const problems = [`${path}: first`, `${path}: second`];
    expect(valueOf(words, path)?.read('bad')).toEqual({ ok: false, problems });
    expect(problemsOf(() => valueOf(words, written('bad')))).toEqual(
      problems.map((problem) => `WORDS_FILE: ${problem}`),
    );
    expect(problemsOf(() => valueOf(words, '/no/such/file'))).toEqual([
      'WORDS_FILE: /no/such/file: there is no such file',
    ]);
  });

  it('that are secret are named by their path only where it is one: the variable may have the text itself', () => {
    const read = () => ({ ok: false as const, problems: ['expected a key'] });
    const key = file('KEY_FILE', { maxBytes: 10, secret: true, read });
    expect(problemsOf(() => valueOf(key, written('good')))).toEqual([
      expect.stringMatching(/^KEY_FILE: \/.*: expected a key$/),
    ]);
    expect(problemsOf(() => valueOf(key, 'hunter2'))).toEqual(['KEY_FILE: there is no such file']);
    for (const pasted of ['hunter2\nhunter3', '-----BEGIN PRIVATE KEY-----\\nhunter2']) {
      expect(problemsOf(() => valueOf(key, pasted))).toEqual([
        'KEY_FILE: expected the path of a file, got its text (not shown)',
      ]);
    }
  });
});
