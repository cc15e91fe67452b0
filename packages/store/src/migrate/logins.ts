import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { LOGIN_SETTINGS } from '../rights/login-settings';
import type { Role } from '../rights/roles';
import { onlyMigration } from './only-migration';
import { type MigratingUser, migratingUser } from './roles';
import { isVerifierOf, scramVerifier } from './scram';

/** Somebody who logs in for one purpose: a member of one role and of nothing else. */
export interface Login {
  readonly role: Role;
  readonly name: string;
  /** Printable ASCII. The server gets a verifier of it, never itself. */
  readonly password: string;
}

/** Result for one login. */
export interface MadeLogin {
  readonly name: string;
  readonly outcome: 'made' | 'changed' | 'unchanged';
  /** SQL for an administrator, because the user may not, without any secret. Without the first the login does not work. */
  readonly required: readonly string[];
  readonly recommended: readonly string[];
}

/** A login that is there cannot be one of Sluice's. The message gives the reason. */
export class UnsuitableLoginError extends Error {
  override readonly name = 'UnsuitableLoginError';
}

/**
 * Makes logins, and gives those that are there the password, the membership and the settings that they lack; settings that an
 * operator has chosen stay. What the user of the URL may not do is left to an administrator.
 * @throws UnsuitableLoginError for a login that may do more than its role, before anything is changed
 */
export function makeLogins(databaseUrl: string, logins: readonly Login[]): Promise<MadeLogin[]> {
  return onlyMigration(databaseUrl, async (client) => {
    const user = await migratingUser(client);
    const plans: { readonly login: Login; readonly isNew: boolean; readonly steps: readonly Step[] }[] = [];
    for (const login of logins) {
      const found = await findLogin(client, login.name);
      if (found !== undefined) assertSuitable(login, found, user);
      const verifier = found !== undefined && user.isSuperuser ? await storedVerifier(client, login.name) : undefined;
      plans.push({ login, isNew: found === undefined, steps: stepsFor(login, found, { user, verifier }) });
    }
    const made: MadeLogin[] = [];
    for (const { login, isNew, steps } of plans) {
      const done = steps.filter(({ isAllowed }) => isAllowed);
      for (const { statement } of done) await client.query(statement);
      const left = steps.filter(({ isAllowed }) => !isAllowed);
      made.push({
        name: login.name,
        outcome: done.length === 0 ? 'unchanged' : isNew ? 'made' : 'changed',
        required: left.filter(({ isRequired }) => isRequired).map(({ shown }) => shown),
        recommended: left.filter(({ isRequired }) => !isRequired).map(({ shown }) => shown),
      });
    }
    return made;
  });
}

/** One statement that a login lacks. */
interface Step {
  readonly statement: string;
  /** The same without a secret. */
  readonly shown: string;
  readonly isAllowed: boolean;
  readonly isRequired: boolean;
}

interface FoundLogin {
  readonly canLogin: boolean;
  readonly isPowerful: boolean;
  readonly memberOf: readonly string[];
  /** Names of the settings that its sessions begin with. */
  readonly settings: readonly string[];
  /** The user may alter it, where who may create roles may not alter all of them (since Postgres 16). */
  readonly isAdministered: boolean;
}

async function findLogin(client: Client, name: string): Promise<FoundLogin | undefined> {
  const { rows } = await client.query<FoundLogin>(
    `select rolcanlogin as "canLogin",
       rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isPowerful",
       array(select r.rolname::text from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = u.oid) as "memberOf",
       array(select split_part(setting, '=', 1) from unnest(rolconfig) as setting) as settings,
       pg_has_role(oid, 'member with admin option') as "isAdministered"
     from pg_roles u where rolname = $1`,
    [name],
  );
  return rows[0];
}

/** Only a superuser may see it. */
async function storedVerifier(client: Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ verifier: string | null }>(
    'select rolpassword as verifier from pg_authid where rolname = $1',
    [name],
  );
  return rows[0]?.verifier ?? undefined;
}

function assertSuitable({ role, name }: Login, found: FoundLogin, user: MigratingUser): void {
  const others = found.memberOf.filter((each) => each !== role);
  const why =
    name === user.name
      ? 'is who migrates'
      : !found.canLogin
        ? 'may not log in'
        : found.isPowerful
          ? 'is a superuser, or may create roles or databases, replicate or bypass row security'
          : others.length > 0
            ? `is also a member of ${others.join(', ')}`
            : undefined;
  if (why === undefined) return;
  throw new UnsuitableLoginError(`role "${name}" ${why}: it cannot be the login for ${role}; choose another name`);
}

function stepsFor(
  { role, name, password }: Login,
  found: FoundLogin | undefined,
  { user, verifier }: { readonly user: MigratingUser; readonly verifier: string | undefined },
): Step[] {
  const login = escapeIdentifier(name);
  const mayAlter =
    user.isSuperuser || (user.createsRoles && (found === undefined || user.altersAllRoles || found.isAdministered));
  const secret = `password ${escapeLiteral(scramVerifier(password))}`;
  const byHand = `-- then, in psql: \\password ${name}`;
  const steps: Step[] = [];
  if (found === undefined) {
    const statement = `create role ${login} login ${secret};`;
    steps.push({ statement, shown: `create role ${login} login; ${byHand}`, isAllowed: mayAlter, isRequired: true });
  } else if (mayAlter && (verifier === undefined || !isVerifierOf(password, verifier))) {
    steps.push({ statement: `alter role ${login} ${secret};`, shown: byHand, isAllowed: true, isRequired: true });
  }
  if (found?.memberOf.includes(role) !== true) {
    const statement = `grant ${role} to ${login};`;
    const isAllowed = user.grantable.includes(role) && (mayAlter || found !== undefined);
    steps.push({ statement, shown: statement, isAllowed, isRequired: true });
  }
  for (const { setting, value, isPrivileged } of LOGIN_SETTINGS[role]) {
    if (found?.settings.includes(setting) === true) continue;
    const statement = `alter role ${login} set ${setting} = '${value}';`;
    const isAllowed = mayAlter && (!isPrivileged || user.setsPrivileged);
    steps.push({ statement, shown: statement, isAllowed, isRequired: false });
  }
  return steps;
}
