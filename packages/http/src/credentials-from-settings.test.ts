import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretDigest } from '@sluice/credentials';
import { type Logger, type Metrics, SettingFiles, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { credentialsFromSettings } from './credentials-from-settings';
import { credentialFields } from './http-settings';

const later = closeIn(afterEach);
let folder: string;
let tokens: string;
let pairs: string;
let files: SettingFiles;
let metrics: Metrics;
let log: string[];
let logger: Logger;

beforeEach(() => {
  folder = temporaryFolder('credentials', later);
  [tokens, pairs] = [join(folder, 'tokens'), join(folder, 'pairs')];
  log = [];
  logger = createLogger({ level: 'debug', pretty: false, destination: { write: (line) => void log.push(line) } });
  metrics = createMetrics({ processMetrics: false });
  files = new SettingFiles({ logger, metrics, everyMs: 1e6 });
});
afterEach(() => {
  files.close();
});

/** Reads the files twice, because contents count when two reads return them. */
async function settle(): Promise<void> {
  await files.poll();
  await files.poll();
}

async function accepted(env: NodeJS.ProcessEnv): Promise<(header: string) => string | undefined> {
  const settings = readSettings(env, credentialFields);
  const credentials = await credentialsFromSettings({ settings, files, metrics, logger });
  return (header) => {
    const sender = credentials.identify(header);
    return sender.accepted ? sender.id : undefined;
  };
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('credentials from settings', () => {
  it('are all accepted: variables, files and the one pair', async () => {
    await writeFile(tokens, 'file-token\n');
    await writeFile(pairs, 'pk-1:sk-1\npk-2:sk-2\n');
    const env = { API_BEARER_TOKEN_FILE: tokens, API_KEYS_FILE: pairs, PUBLIC_KEY: 'pk', SECRET_KEY: 'sk' };
    const idOf = await accepted(env);
    const headers = ['Bearer file-token', basic('pk-1:sk-1'), basic('pk-2:sk-2'), basic('pk:sk')];
    expect(headers.map((header) => idOf(header))).not.toContain(undefined);
    expect(idOf('Bearer pk:sk')).toBeUndefined();
  });

  it.each<[string, () => Promise<void>, string]>([
    ['missing', () => unlink(tokens), 'there is no such file'],
    ['empty', () => writeFile(tokens, '\n'), 'the file is empty'],
    ['without a token', () => writeFile(tokens, ','), 'got none'],
    ['oversized', () => writeFile(tokens, 'x'.repeat(300_000)), 'accepted are 262144'],
    ['broken', () => writeFile(tokens, 'new-secret\nhunter2 hunter2'), 'in line 2'],
  ])('stay as they were when a file is %s; the log names setting and line, never content', async (_, spoil, logged) => {
    await writeFile(tokens, 'old-secret-of-the-file');
    const idOf = await accepted({ API_BEARER_TOKEN_FILE: tokens });
    await spoil();
    await settle();
    expect(idOf('Bearer old-secret-of-the-file')).toBeDefined();
    expect(idOf('Bearer new-secret')).toBeUndefined();
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('API_BEARER_TOKEN_FILE');
    expect(log[0]).toContain(logged);
    expect(log[0]).not.toMatch(/secret|hunter2/);
  });

  describe('of a document', () => {
    const documentOf = (project: string, scope: string) =>
      `keys:\n  - { name: ci, project: ${project}, token: ${TOKEN}, scopes: [${scope}] }\n`;
    const LISTED = 'projects: { acme: }\n';
    const TOKEN = `sha256:${secretDigest('a-token-of-the-file').toString('hex')}`;
    const settingsOf = () => readSettings({ API_KEYS_FILE: pairs, PROJECT_ID: 'acme' }, credentialFields);

    it('follow it: scopes change with the file, and the project of PROJECT_ID is the default one', async () => {
      await writeFile(pairs, LISTED + documentOf('acme', 'ingest'));
      const credentials = await credentialsFromSettings({ settings: settingsOf(), files, metrics, logger });
      const sender = () => credentials.identify('Bearer a-token-of-the-file');
      expect(sender()).toMatchObject({ accepted: true, name: 'ci', scopes: ['ingest'] });
      expect(sender()).not.toHaveProperty('project');
      await writeFile(pairs, LISTED + documentOf('acme', 'read'));
      await settle();
      expect(sender()).toMatchObject({ scopes: ['read'] });
    });

    it('say how long its projects keep what they have, and which quota is whose', async () => {
      const quota = '{ quota: { itemsPerSecond: 5 } }';
      const terms = (days: number) => `projects: { acme: ${quota}, other: { retentionDays: ${days} } }\n`;
      await writeFile(pairs, terms(30) + documentOf('acme', 'read'));
      const settings = readSettings(
        { API_KEYS_FILE: pairs, PROJECT_ID: 'acme', API_BEARER_TOKEN: 'x' },
        credentialFields,
      );
      const credentials = await credentialsFromSettings({ settings, files, metrics, logger });
      expect([...credentials.retentionDays()]).toEqual([['other', 30]]);
      const bounded = { projectQuota: { itemsPerSecond: 5 } };
      for (const token of ['a-token-of-the-file', 'x']) {
        expect(credentials.identify(`Bearer ${token}`)).toMatchObject(bounded);
      }
      await writeFile(pairs, terms(7) + documentOf('other', 'read'));
      await settle();
      expect([...credentials.retentionDays()]).toEqual([['other', 7]]);
      expect(credentials.identify('Bearer a-token-of-the-file')).not.toHaveProperty('projectQuota');
    });

    it('are of the projects that it lists', async () => {
      await writeFile(pairs, `projects: { other: }\n${documentOf('other', 'read')}`);
      const credentials = await credentialsFromSettings({ settings: settingsOf(), files, metrics, logger });
      expect(credentials.identify('Bearer a-token-of-the-file')).toMatchObject({ project: 'other', scopes: ['read'] });
    });
  });

  describe('that expire', () => {
    const DAY = 24 * 3600 * 1000;
    /** Time to the second: a document has no milliseconds. */
    const inDays = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 19)}Z`;
    const isoOf = (expires: string) => new Date(expires).toISOString();
    const entry = (name: string, expires?: string) =>
      `  - { name: ${name}, token: secret-number-${name}, scopes: [read]${expires === undefined ? '' : `, expires: ${expires}`} }\n`;
    const documentOf = (ends: Readonly<Record<string, string | undefined>>) =>
      `keys:\n${Object.entries(ends)
        .map(([name, expires]) => entry(name, expires))
        .join('')}`;
    const warnings = () =>
      log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 'warn');
    const gauged = async () =>
      (await metrics.expose()).body.split('\n').filter((line) => /^sluice_credentials_expiry.*\{/.test(line));
    const series = (name: string, expires: string) =>
      `sluice_credentials_expiry_timestamp_seconds{credentials="${name}"} ${Date.parse(expires) / 1000}`;

    it('have their time in the metrics, and are warned of where they expire within seven days or have', async () => {
      const ends = { old: inDays(-1), soon: inDays(6.9), sooner: inDays(2), later: inDays(7.1), never: undefined };
      await writeFile(pairs, documentOf(ends));
      await accepted({ API_KEYS_FILE: pairs });
      const { never: _, ...ending } = ends;
      expect((await gauged()).sort()).toEqual(
        Object.entries(ending)
          .map((each) => series(...each))
          .sort(),
      );
      expect(warnings()).toEqual([
        expect.objectContaining({
          ...{ setting: 'API_KEYS_FILE', number: 1, credentials: [{ name: 'old', expires: isoOf(ends.old) }] },
          msg: 'credentials have expired and are refused',
        }),
        expect.objectContaining({
          number: 2,
          credentials: [
            { name: 'sooner', expires: isoOf(ends.sooner) },
            { name: 'soon', expires: isoOf(ends.soon) },
          ],
          msg: 'credentials expire within 7 days',
        }),
      ]);
      expect(log.join()).not.toContain('secret-number');
    });

    it('are reported at each load, once, and removed ones no longer', async () => {
      await writeFile(pairs, documentOf({ ci: inDays(1), gone: inDays(3) }));
      await accepted({ API_KEYS_FILE: pairs });
      await settle();
      expect(warnings()).toHaveLength(1);
      const later = inDays(300);
      await writeFile(pairs, documentOf({ ci: later, gone: undefined }));
      await settle();
      expect(await gauged()).toEqual([series('ci', later)]);
      expect(warnings()).toHaveLength(1);
      await writeFile(pairs, 'pk:a-secret-key-that-is-long');
      await settle();
      expect(await gauged()).toEqual([]);
    });

    it('stay in the metrics while the file is wrong', async () => {
      const ci = inDays(300);
      await writeFile(pairs, documentOf({ ci }));
      await accepted({ API_KEYS_FILE: pairs });
      await writeFile(pairs, 'keys: [');
      await settle();
      expect(await gauged()).toEqual([series('ci', ci)]);
    });

    it('are told of where the document is in a variable', async () => {
      const ci = inDays(1);
      await accepted({ API_KEYS: documentOf({ ci }) });
      expect(await gauged()).toEqual([series('ci', ci)]);
      expect(warnings()).toEqual([expect.objectContaining({ setting: 'API_KEYS', number: 1 })]);
    });

    it('are named twenty at most in a line of the log, and counted all', async () => {
      await writeFile(
        pairs,
        documentOf(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, inDays(1)]))),
      );
      await accepted({ API_KEYS_FILE: pairs });
      const [warning] = warnings();
      expect(warning).toMatchObject({ number: 30 });
      expect(warning?.credentials).toHaveLength(20);
      expect(await gauged()).toHaveLength(30);
    });
  });

  describe('that can be guessed', () => {
    const logged = () => log.map((line): unknown => JSON.parse(line));
    const warning = (setting: string, number: number) =>
      expect.objectContaining({ level: 'warn', setting, number, msg: expect.stringContaining('shorter than 16') });

    it('are warned of by setting and number at start, and never shown', async () => {
      await writeFile(tokens, 'fifteen-letters\nsixteen-letters-\n');
      await accepted({
        API_BEARER_TOKEN_FILE: tokens,
        PUBLIC_KEY: 'a-public-key-of-any-length',
        SECRET_KEY: 'hunter2',
        API_KEYS: 'a-long-public-key:hunter2,pk:a-secret-key-that-is-long,a-long-public-key:hunter3',
      });
      expect(logged()).toEqual([warning('API_BEARER_TOKEN_FILE', 1), warning('SECRET_KEY', 1), warning('API_KEYS', 2)]);
      expect(log.join()).not.toMatch(/letters|hunter|public-key-of/);
    });

    it('are warned of again when a file that is followed brings some', async () => {
      await writeFile(pairs, 'pk:a-secret-key-that-is-long');
      await accepted({ API_KEYS_FILE: pairs });
      expect(log).toEqual([]);
      await writeFile(pairs, 'pk:hunter2');
      await settle();
      expect(logged()).toContainEqual(warning('API_KEYS_FILE', 1));
      expect(log.join()).not.toContain('hunter2');
    });

    it('are none that this program made', async () => {
      const generated = { bearerToken: 'short', publicKey: 'pk', secretKey: 'short' };
      await credentialsFromSettings({
        settings: readSettings({}, credentialFields),
        files,
        metrics,
        logger,
        generated,
      });
      expect(log).toEqual([]);
    });
  });
});
