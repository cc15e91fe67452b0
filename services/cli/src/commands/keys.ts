import { unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type ApiKey,
  MADE_CREDENTIALS,
  type MadeEntry,
  type WantedEntry,
  makeEntry,
  readApiKeys,
} from '@sluice/credentials';
import { LARGEST_SECRET, SettingsError, plural, readSettingFile } from '@sluice/runtime';
import { type Command, InvalidArgumentError } from 'commander';
import { tableLines } from '../table';
import { type CommandDependencies, IncompleteError } from './output';

/** `sluice keys create|list|check|end-made` */
export function addKeys(program: Command, dependencies: CommandDependencies): void {
  const keys = program.command('keys').description('Create entries for the file API_KEYS_FILE, and check such a file');
  addCreate(keys, dependencies);
  addList(keys, dependencies);
  addCheck(keys, dependencies);
  addEndMade(keys, dependencies);
}

interface CreateOptions extends Pick<WantedEntry, 'name' | 'project' | 'scopes' | 'expires'> {
  readonly token?: true;
  readonly json?: true;
}

function addCreate(keys: Command, { resources, print, tell }: CommandDependencies): void {
  keys
    .command('create')
    .description('Create credentials: print the secret once, and the entry with its SHA-256')
    .requiredOption('--name <name>', 'what they are called in logs')
    .requiredOption('--scopes <scopes>', 'ingest, read, admin; several separated by commas', (text) => text.split(','))
    .option('--project <id>', 'project whose data they write and read (default: PROJECT_ID)')
    .option('--expires <time>', 'day or time at which they expire')
    .option('--token', 'create a bearer token instead of a pair')
    .option('--json', 'print entry and secret as one line of JSON')
    .action(({ token, json, ...wanted }: CreateOptions) => {
      const made = makeEntry({ ...wanted, isToken: token === true });
      if (!made.ok) throw new InvalidArgumentError(made.problems.join('; '));
      const { entry, yaml, publicKey, secret, expiresAt = Infinity } = made.value;
      if (expiresAt <= resources.now()) throw new InvalidArgumentError('expires: expected a time in the future');
      if (json === true) {
        print(JSON.stringify({ entry, secret }));
        return;
      }
      tell(secretLines({ publicKey, secret }, wanted.project));
      print(yaml);
    });
}

function secretLines(
  { publicKey, secret }: Pick<MadeEntry, 'publicKey' | 'secret'>,
  project: string | undefined,
): string {
  const listed = project === undefined ? '' : `, and ${project}: under projects:`;
  const about = `shown this once, kept nowhere: give it to the client; the entry below it belongs under keys: of the file${listed}`;
  if (publicKey === undefined) return `${about}\nbearer token: ${secret}\n`;
  return `${about}\npublic key: ${publicKey}\nsecret key: ${secret}\n`;
}

function addList(keys: Command, { resources, print }: CommandDependencies): void {
  keys
    .command('list')
    .description('List the credentials of a file, without secrets')
    .argument('<file>', 'as API_KEYS_FILE names it')
    .option('--json', 'a line of JSON for each')
    .action((path: string, { json }: { readonly json?: true }) => {
      const rows = readFile(path).map((key) => describe(key, resources.now()));
      if (json === true) {
        for (const row of rows) print(JSON.stringify(row));
        return;
      }
      const columns = ['name', 'project', 'kind', 'publicKey', 'scopes', 'expires', 'state'] as const;
      const cells = rows.map((row) => columns.map((column) => row[column] ?? '-'));
      for (const line of tableLines(columns, cells)) print(line);
    });
}

function addCheck(keys: Command, { resources, print }: CommandDependencies): void {
  keys
    .command('check')
    .description('Check a file as the services do, and print each mistake with its location')
    .argument('<file>', 'as API_KEYS_FILE names it')
    .action((path: string) => {
      const found = readFile(path);
      for (const [index, key] of found.entries()) {
        const about = `keys[${index}]${key.name === undefined ? '' : ` (${key.name})`}`;
        if (isExpired(key, resources.now())) print(`warn   ${about}: it has expired`);
        if (key.isShort === true) print(`warn   ${about}: its secret is short enough to be guessed`);
      }
      print(`ok     ${plural(found.length, 'entry', 'entries')}`);
    });
}

function addEndMade(keys: Command, { resources, print }: CommandDependencies): void {
  keys
    .command('end-made')
    .description('Revoke the credentials that npm start created: remove their file from DATA_DIR')
    .action(async () => {
      const path = resolve(resources.dataDir(), MADE_CREDENTIALS);
      await unlink(path).catch((error: unknown) => {
        const { code = '' } = error as NodeJS.ErrnoException;
        throw new IncompleteError(code === 'ENOENT' ? `there is no ${path}` : `${path} cannot be removed (${code})`);
      });
      print(`removed ${path}: the server refuses these credentials from its next start on`);
      print('without a token, a pair or API_KEYS that start creates others');
    });
}

/**
 * Reads the file as the services do.
 * @throws SettingsError with the locations of all mistakes
 */
function readFile(path: string): readonly ApiKey[] {
  const text = readSettingFile(path, LARGEST_SECRET);
  const reading = text.ok ? readApiKeys(text.value) : text;
  if (!reading.ok) throw new SettingsError(reading.problems);
  return reading.value.keys;
}

const isExpired = ({ expiresAt = Infinity }: ApiKey, now: number): boolean => expiresAt <= now;

function describe(key: ApiKey, now: number) {
  const { name, project, publicKey, scopes, expiresAt } = key;
  return {
    name,
    project,
    kind: publicKey === undefined ? 'token' : 'pair',
    publicKey,
    scopes: scopes.join(','),
    expires: expiresAt === undefined ? undefined : new Date(expiresAt / 1000).toISOString(),
    state: isExpired(key, now) ? 'expired' : 'ok',
  };
}
