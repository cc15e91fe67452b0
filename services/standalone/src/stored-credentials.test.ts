import { chmod, chown, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError, createLogger } from '@sluice/runtime';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { readStandaloneSettings } from './config';
import { credentialsOfDataDir, storedCredentials } from './stored-credentials';

/** An account other than that of this process. */
const STRANGER = 65_533;

const later = closeIn(afterEach);
let folder: string;
let dataDir: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder('stored', later);
  dataDir = join(folder, 'data');
  path = join(dataDir, 'credentials.json');
});

const write = async (content: string): Promise<void> => {
  await mkdir(dataDir);
  await writeFile(path, content);
};

describe('stored credentials', () => {
  it('are made once, for the owner only, and read again', async () => {
    const made = await storedCredentials(dataDir);
    expect({ path, ...(JSON.parse(await readFile(path, 'utf8')) as object) }).toEqual(made);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await storedCredentials(dataDir)).toEqual(made);
    expect(await readdir(dataDir)).toEqual(['credentials.json']);
  });

  it('are the same for all who make them at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => storedCredentials(dataDir)));
    expect(new Set(made.map(({ bearerToken }) => bearerToken)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['credentials.json']);
  });

  it.each([
    ['broken JSON', '{"bearerToken": "hunter2", '],
    ['a missing key', '{"bearerToken": "hunter2", "publicKey": "pk"}'],
    ['no text', '{"bearerToken": "hunter2", "publicKey": "pk", "secretKey": 7}'],
    ['an empty text', '{"bearerToken": "", "publicKey": "pk", "secretKey": "hunter2"}'],
    ['a space', '{"bearerToken": "hunter2 hunter2", "publicKey": "pk", "secretKey": "sk"}'],
    ['a colon in the public key', '{"bearerToken": "hunter2", "publicKey": "p:k", "secretKey": "sk"}'],
    ['nothing', ''],
  ])('that were edited by hand and have %s are refused with the name of the file, not its content', async (_, text) => {
    await write(text);
    const problems = await storedCredentials(dataDir).then(
      () => [],
      (error: unknown) => (error instanceof SettingsError ? error.problems : []),
    );
    expect(problems).toEqual([expect.stringContaining(path)]);
    expect(problems[0]).toContain('mend it, or remove it');
    expect(problems[0]).not.toContain('hunter2');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.each([0o666, 0o602, 0o646])(
    'that other accounts may write (mode %o) are refused, and used once they are closed',
    async (mode) => {
      const { bearerToken } = await storedCredentials(dataDir);
      await chmod(path, mode);
      await expect(storedCredentials(dataDir)).rejects.toMatchObject({
        name: 'SettingsError',
        problems: [expect.stringMatching(`^DATA_DIR: ${path} may be written by other accounts`)],
      });
      await chmod(path, 0o640);
      expect(await storedCredentials(dataDir)).toMatchObject({ bearerToken });
    },
  );

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('of another account are refused by root, whatever their mode is, and so is a group of others', async () => {
    const { bearerToken } = await storedCredentials(dataDir);
    await chown(path, STRANGER, STRANGER);
    await expect(storedCredentials(dataDir)).rejects.toMatchObject({
      problems: [expect.stringMatching(`^DATA_DIR: ${path} belongs to the account ${STRANGER}`)],
    });
    await chown(path, 0, STRANGER);
    await chmod(path, 0o660);
    await expect(storedCredentials(dataDir)).rejects.toThrow('may be written by other accounts');
    await chown(path, 0, 0);
    expect(await storedCredentials(dataDir)).toMatchObject({ bearerToken });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a folder', () => mkdir(path, { recursive: true }), 'EISDIR'],
    ['below a file', () => writeFile(dataDir, ''), 'EEXIST'],
  ])('that cannot be read because the path is %s are refused with advice', async (_, spoil, code) => {
    await spoil();
    await expect(storedCredentials(dataDir)).rejects.toMatchObject({
      name: 'SettingsError',
      problems: [expect.stringMatching(`^DATA_DIR: ${path} cannot be read or made \\(${code}\\): start as the owner`)],
    });
  });
});

describe('the credentials of a data folder at a start', () => {
  const DOCUMENT = JSON.stringify({ keys: [{ name: 'ci', token: 'a-token-of-the-document', scopes: ['read'] }] });

  /** Returns the credentials of a start with these settings, and lines of its log. */
  async function startWith(env: NodeJS.ProcessEnv) {
    const log: string[] = [];
    const logger = createLogger({
      level: 'info',
      pretty: false,
      destination: { write: (line) => void log.push(line) },
    });
    return {
      credentials: await credentialsOfDataDir(readStandaloneSettings({ DATA_DIR: dataDir, ...env }), logger),
      log,
    };
  }

  it('are made where the settings bring none, without a line', async () => {
    const { credentials, log } = await startWith({});
    expect([credentials?.path, log]).toEqual([path, []]);
  });

  it('stay beside API_KEYS of an embedded database, named in the log without a secret, until they are removed', async () => {
    const made = await storedCredentials(dataDir);
    const { credentials, log } = await startWith({ API_KEYS: DOCUMENT });
    expect(credentials).toEqual(made);
    expect(log).toEqual([expect.stringContaining(path)]);
    expect(log[0]).toContain('API_KEYS_FILE: node services/cli/dist/main.js keys end-made ends them');
    for (const secret of [made.bearerToken, made.publicKey, made.secretKey]) expect(log[0]).not.toContain(secret);
    await rm(path);
    expect(await startWith({ API_KEYS: DOCUMENT })).toEqual({ credentials: undefined, log: [] });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each<NodeJS.ProcessEnv>([
    { API_BEARER_TOKEN: 'a-token-of-the-settings' },
    { PUBLIC_KEY: 'pk', SECRET_KEY: 'a-secret-key-of-settings', API_KEYS: DOCUMENT },
    { API_KEYS: DOCUMENT, DATABASE_URL: 'postgres://127.0.0.1:1/traces' },
  ])('are replaced by %j', async (env) => {
    await storedCredentials(dataDir);
    expect(await startWith(env)).toEqual({ credentials: undefined, log: [] });
  });
});
