import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretDigest } from '@sluice/credentials';
import { type Logger, SettingFiles, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { credentialsFromSettings } from './credentials-from-settings';
import { credentialFields } from './http-settings';

let folder: string;
let tokens: string;
let pairs: string;
let files: SettingFiles;
let log: string[];
let logger: Logger;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-credentials-'));
  [tokens, pairs] = [join(folder, 'tokens'), join(folder, 'pairs')];
  log = [];
  logger = createLogger({ level: 'debug', pretty: false, destination: { write: (line) => void log.push(line) } });
  files = new SettingFiles({ logger, metrics: createMetrics({ processMetrics: false }), everyMs: 1e6 });
});
afterEach(async () => {
  files.close();
  await rm(folder, { recursive: true });
});

/** A content is used when it was found twice. */
async function settle(): Promise<void> {
  await files.poll();
  await files.poll();
}

async function accepted(env: NodeJS.ProcessEnv): Promise<(header: string) => string | undefined> {
  const settings = readSettings(env, credentialFields);
  const credentials = await credentialsFromSettings({ settings, files, logger });
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
      const credentials = await credentialsFromSettings({ settings: settingsOf(), files, logger });
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
      const credentials = await credentialsFromSettings({ settings, files, logger });
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
      const credentials = await credentialsFromSettings({ settings: settingsOf(), files, logger });
      expect(credentials.identify('Bearer a-token-of-the-file')).toMatchObject({ project: 'other', scopes: ['read'] });
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
      await credentialsFromSettings({ settings: readSettings({}, credentialFields), files, logger, generated });
      expect(log).toEqual([]);
    });
  });
});
