import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingFiles, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { credentialsFromSettings } from './credentials-from-settings';
import { credentialFields } from './http-settings';

let folder: string;
let tokens: string;
let pairs: string;
let files: SettingFiles;
let log: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-credentials-'));
  [tokens, pairs] = [join(folder, 'tokens'), join(folder, 'pairs')];
  log = [];
  const logger = createLogger({ level: 'debug', pretty: false, destination: { write: (line) => void log.push(line) } });
  files = new SettingFiles({ logger, metrics: createMetrics({ processMetrics: false }), everyMs: 1e6 });
});
afterEach(async () => {
  files.close();
  await rm(folder, { recursive: true });
});

const accepted = (env: NodeJS.ProcessEnv) =>
  credentialsFromSettings({ settings: readSettings(env, credentialFields), files });

/** A content is used when it was found twice. */
async function settle(): Promise<void> {
  await files.poll();
  await files.poll();
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('credentials from settings', () => {
  it('are all accepted: variables, files and the one pair', async () => {
    await writeFile(tokens, 'file-token\n');
    await writeFile(pairs, 'pk-1:sk-1\npk-2:sk-2\n');
    const env = { API_BEARER_TOKEN_FILE: tokens, API_KEYS_FILE: pairs, PUBLIC_KEY: 'pk', SECRET_KEY: 'sk' };
    const credentials = await accepted(env);
    const headers = ['Bearer file-token', basic('pk-1:sk-1'), basic('pk-2:sk-2'), basic('pk:sk')];
    expect(headers.map((header) => credentials.identify(header))).not.toContain(undefined);
    expect(credentials.identify('Bearer pk:sk')).toBeUndefined();
  });

  it('are rotated without a restart: both work while both are in the file, the old one ends with its line', async () => {
    await writeFile(tokens, 'old');
    await writeFile(pairs, 'pk:old');
    const credentials = await accepted({ API_BEARER_TOKEN_FILE: tokens, API_KEYS_FILE: pairs });
    const works = () =>
      ['Bearer old', 'Bearer new', basic('pk:old'), basic('pk:new')].map((h) => credentials.identify(h) !== undefined);
    const id = credentials.identify('Bearer old');
    expect(works()).toEqual([true, false, true, false]);
    await writeFile(tokens, 'old\nnew\n');
    await writeFile(pairs, 'pk:old\npk:new\n');
    await settle();
    expect(works()).toEqual([true, true, true, true]);
    expect(credentials.identify('Bearer old')).toBe(id);
    await writeFile(tokens, 'new\n');
    await settle();
    expect(works()).toEqual([false, true, true, true]);
    await writeFile(pairs, 'pk:new\n');
    await settle();
    expect(works()).toEqual([false, true, false, true]);
  });

  it.each<[string, () => Promise<void>, string]>([
    ['missing', () => unlink(tokens), 'there is no such file'],
    ['empty', () => writeFile(tokens, '\n'), 'the file is empty'],
    ['without a token', () => writeFile(tokens, ','), 'got none'],
    ['oversized', () => writeFile(tokens, 'x'.repeat(300_000)), 'accepted are 262144'],
    ['broken', () => writeFile(tokens, 'new-secret\nhunter2 hunter2'), 'in line 2'],
  ])('stay as they were when a file is %s; the log names setting and line, never content', async (_, spoil, told) => {
    await writeFile(tokens, 'old-secret');
    const credentials = await accepted({ API_BEARER_TOKEN_FILE: tokens });
    await spoil();
    await settle();
    expect(credentials.identify('Bearer old-secret')).toBeDefined();
    expect(credentials.identify('Bearer new-secret')).toBeUndefined();
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('API_BEARER_TOKEN_FILE');
    expect(log[0]).toContain(told);
    expect(log[0]).not.toMatch(/secret|hunter2/);
  });
});
