import type { ClientBase } from 'pg';
import {
  LEDGER,
  OWNER_FUNCTIONS,
  RELATION_RIGHTS,
  type Right,
  TEXT_FUNCTIONS,
  WRITER_FUNCTIONS,
  WRITER_SEQUENCES,
  wantedRights,
} from './rights';
import { ROLES, type Role } from './roles';

/** An object of the schema that does not belong to `sluice_owner`, as after another user has restored a backup. */
export interface ForeignObject {
  readonly kind: Right['kind'];
  readonly object: string;
  readonly owner: string;
}

/** Differences between the rights in a database and the wanted ones. */
export interface RightsDifferences {
  /** Roles that the server does not have. */
  readonly roles: readonly Role[];
  readonly foreign: readonly ForeignObject[];
  readonly missing: readonly Right[];
  /** Surplus rights of writer, reader and everybody, on objects of the schema. */
  readonly surplus: readonly Right[];
}

/** Pattern of the names of tables and views, partitions and those that retention has detached; excludes other relations of an operator. */
const RELATIONS = `^(${[...Object.keys(RELATION_RIGHTS), ...WRITER_SEQUENCES].join('|')})(_[0-9]{8}|_old)?$`;

const EVERYBODY = 'public';

interface Entry {
  readonly kind: Right['kind'];
  readonly object: string;
  readonly owner: string;
  readonly grantee: string | null;
  readonly privilege: string | null;
}

/** SQL: a row for each right that is granted by name; objects without any have one row. By default everybody may call a function. */
const ENTRIES = /* sql */ `
with known (kind, object, owner, acl) as (
  select 'schema', n.nspname::text, n.nspowner, n.nspacl from pg_namespace n where n.nspname = 'sluice'
  union all
  select case c.relkind when 'S' then 'sequence' else 'table' end, 'sluice.' || c.relname, c.relowner, c.relacl
  from pg_class c
  where c.relnamespace = to_regnamespace('sluice') and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relname ~ $1
  union all
  select 'table', '${LEDGER}', c.relowner, c.relacl from pg_class c where c.oid = to_regclass('${LEDGER}')
  union all
  select 'function', f.object, f.proowner, coalesce(f.proacl, acldefault('f', f.proowner))
  from (select 'sluice.' || proname || '(' || oidvectortypes(proargtypes) || ')' as object, proowner, proacl
        from pg_proc where pronamespace = to_regnamespace('sluice')) f
  where f.object = any($2))
select kind, object, pg_get_userbyid(owner)::text as owner, lower(a.privilege_type) as privilege,
  case a.grantee when 0 then '${EVERYBODY}' else pg_get_userbyid(a.grantee)::text end as grantee
from known left join lateral aclexplode(acl) a on a.grantee = 0 or pg_get_userbyid(a.grantee) = any($3)`;

/** SQL: rights that everybody has unless an operator has revoked them, checked by their effect. */
const DOORS = /* sql */ `
select r.rolname::text as role, quote_ident(current_database()) as database,
  has_database_privilege(r.oid, current_database(), 'connect') as connect,
  coalesce(has_schema_privilege(r.oid, to_regnamespace('public'), 'usage'), false) as ledger
from pg_roles r where r.rolname = any($1)`;

interface Door {
  readonly role: Role;
  readonly database: string;
  readonly connect: boolean;
  readonly ledger: boolean;
}

/** Compares the rights in a database with the schema of this release with the wanted ones. Any user may call it. */
export async function rightsDifferences(client: Pick<ClientBase, 'query'>): Promise<RightsDifferences> {
  const functions = [...WRITER_FUNCTIONS, ...TEXT_FUNCTIONS, ...OWNER_FUNCTIONS].map((name) => `sluice.${name}`);
  const { rows: entries } = await client.query<Entry>(ENTRIES, [RELATIONS, functions, ROLES]);
  const { rows: doors } = await client.query<Door>(DOORS, [ROLES]);
  const objects = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const given = entries.flatMap(({ kind, object, owner, grantee, privilege }): Right[] =>
    grantee === null || privilege === null || grantee === owner ? [] : [{ kind, object, grantee, privilege }],
  );
  const wanted = wantedRights();
  // An owner has all rights, granted by name or not.
  const needed = wanted.filter((right) => objects.get(nameOf(right))?.owner !== right.grantee);
  return {
    roles: ROLES.filter((role) => !doors.some((door) => door.role === role)),
    foreign: [...objects.values()].filter(({ object, owner }) => object !== LEDGER && owner !== 'sluice_owner'),
    missing: [...without(needed, given), ...doors.flatMap(closedDoors)],
    surplus: without(given, wanted).filter(({ object }) => object !== LEDGER),
  };
}

function nameOf({ kind, object }: { readonly kind: string; readonly object: string }): string {
  return `${kind} ${object}`;
}

/** Returns the rights of the first list that the second does not contain. */
function without(rights: readonly Right[], others: readonly Right[]): Right[] {
  const keyOf = (right: Right): string => `${right.grantee} ${right.privilege} ${nameOf(right)}`;
  const keys = new Set(others.map(keyOf));
  return rights.filter((right) => !keys.has(keyOf(right)));
}

function closedDoors({ role, database, connect, ledger }: Door): Right[] {
  return [
    ...(connect ? [] : [{ grantee: role, privilege: 'connect', kind: 'database', object: database } as const]),
    ...(ledger ? [] : [{ grantee: role, privilege: 'usage', kind: 'schema', object: 'public' } as const]),
  ];
}
