import { boolean, bytes, choice, integer, list, parsed, port, secret, text, url } from './setting-fields';
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
    const env = { TOKENS: ',', DATABASE_URL: 'mysql://u:hunter2@h/d', KEYS: 'hunter2' };
    const problems = problemsOf(() =>
      readSettings(env, {
        tokens: list('TOKENS', { secret: true }),
        database: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'] }),
        keys: parsed('KEYS', { accepted: 'a:b', parse: () => undefined, secret: true }, {}),
        missing: secret('MISSING', { required: true }),
      }),
    );
    expect(problems).toEqual([
      'TOKENS: expected one or more values separated by commas, got another value (not shown)',
      'DATABASE_URL: expected a URL that begins with postgres:// or postgresql://, got another value (not shown)',
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
