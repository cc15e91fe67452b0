import { LARGEST_SECRET, SettingsError, plural, readSettingFile } from '@sluice/runtime';
import { projectIdProblem } from '@sluice/store/connect';
import {
  type Login,
  type Migrated,
  MissingRightsError,
  SCHEMA_VERSION,
  makeLogins,
  migrate,
} from '@sluice/store/migrate';
import type { Command } from 'commander';
import { type CommandDependencies, IncompleteError } from './output';
import { seconds } from './seconds';

/** Roles that can get a login, by the word in the options. */
const LOGINS = [
  { word: 'writer', role: 'sluice_writer', does: 'of writers' },
  { word: 'reader', role: 'sluice_reader', does: 'of query services' },
  { word: 'owner', role: 'sluice_owner', does: 'that later migrates, and drops what RETENTION_DAYS lets go' },
] as const;

type LoginOptions = Readonly<Record<string, string | undefined>>;

interface Options extends Record<`${(typeof LOGINS)[number]['word']}${'PasswordFile' | 'Login'}`, string | undefined> {
  /** Seconds. */
  readonly wait: number;
}

const WAIT_SECONDS = 60;

/** `sluice migrate` */
export function addMigrate(program: Command, { resources, print }: CommandDependencies): void {
  const command = program
    .command('migrate')
    .description('Migrate the schema, repair roles, owners and rights, and create logins')
    .option(
      '--wait <seconds>',
      'time to wait for Postgres to accept connections; 0: do not wait',
      seconds,
      WAIT_SECONDS,
    );
  for (const { word, role, does } of LOGINS) {
    command
      .option(`--${word}-password-file <file>`, `makes the login ${does}, with the password in the file`)
      .option(`--${word}-login <name>`, 'its name', `${role}_login`);
  }
  command.action(async ({ wait, ...options }: Options) => {
    const logins = readLogins(options);
    const url = resources.ownerUrl();
    const projectId = resources.projectId();
    await resources.awaitDatabase(url, wait);
    const outcome = await migrate(url).catch((error: unknown) => {
      if (error instanceof MissingRightsError) return error;
      throw error;
    });
    const made = logins.length === 0 ? [] : await makeLogins(url, logins);
    const refused = outcome instanceof MissingRightsError;
    if (!refused) print(`schema version ${SCHEMA_VERSION}: ${wordsFor(outcome)}`);
    for (const { name, outcome: done } of made) {
      print(`login ${name}: ${done === 'unchanged' ? 'nothing changed' : done}`);
    }
    const required = [...(refused ? outcome.statements : []), ...made.flatMap((login) => login.required)];
    const recommended = made.flatMap((login) => login.recommended);
    for (const statement of required) print(statement);
    if (recommended.length > 0) print('-- recommended, for somebody who may:');
    for (const statement of recommended) print(statement);
    if (required.length === 0) {
      const problem = projectId === undefined ? undefined : await projectIdProblem(url, projectId);
      if (problem !== undefined) throw new SettingsError([problem.message]);
      return;
    }
    const why = refused ? `${outcome.message}; ` : '';
    throw new IncompleteError(`${why}the SQL above is for somebody who may: run it, then this command again`);
  });
}

function wordsFor({ versions, repaired }: Migrated): string {
  if (versions.length > 0) return `${plural(versions.length, 'step')} applied`;
  return repaired === 0 ? 'nothing to do' : `owners and rights repaired by ${plural(repaired, 'statement')}`;
}

/** @throws SettingsError with all problems, none of which shows a password or the path of its file */
function readLogins(options: LoginOptions): Login[] {
  const problems: string[] = [];
  const logins = LOGINS.flatMap(({ word, role }): Login[] => {
    const path = options[`${word}PasswordFile`];
    if (path === undefined) return [];
    const name = options[`${word}Login`] ?? '';
    if (!LOGIN_NAME.test(name) || name.startsWith('pg_')) problems.push(`--${word}-login: expected ${ACCEPTED_NAME}`);
    const text = readSettingFile(path, LARGEST_SECRET);
    const password = text.ok ? text.value.trimEnd() : '';
    if (!text.ok) problems.push(...text.problems.map((problem) => `--${word}-password-file: ${problem}`));
    else if (!PASSWORD.test(password)) problems.push(`--${word}-password-file: expected ${ACCEPTED_PASSWORD}`);
    return [{ role, name, password }];
  });
  if (new Set(logins.map(({ name }) => name)).size < logins.length) problems.push('each login needs a name of its own');
  if (problems.length > 0) throw new SettingsError(problems);
  return logins;
}

const LOGIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const ACCEPTED_NAME = 'up to 63 of a-z, 0-9 and _, no digit first, and not pg_ at its beginning';
/** ASCII, because clients normalize other characters differently; long enough that it cannot be guessed from the server's verifier. */
const PASSWORD = /^[!-~]{16,1024}$/;
const ACCEPTED_PASSWORD = 'one line of 16 to 1024 printable ASCII characters without spaces (openssl rand -hex 24)';
