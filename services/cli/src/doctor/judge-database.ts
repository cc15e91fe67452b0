import type { FoundDatabase } from '@sluice/store/operate';
import { type Finding, findingsAbout } from './finding';

/** Number of connections that the known services need. */
export interface Demand {
  /** Writers in the group; at least one is counted. */
  readonly writers: number;
  readonly writeConcurrency: number;
  readonly readConnections: number;
}

const OLDEST = 150_000;
/** Same value as in `writerPoolConfig`: longer than Postgres waits before its deadlock check, so that a deadlock is reported as one. */
const WRITER_LOCK_TIMEOUT_MS = 5_000;
/** Connections of a writer in addition to its transactions: one for checks and one for retention. */
const WRITER_EXTRA = 2;
/** Connections of a query service in addition to READ_CONNECTIONS: its check of readiness. */
const QUERY_EXTRA = 1;

/** Purposes that have a URL of their own, and so do not use DATABASE_URL. */
export interface OtherUrls {
  readonly reads: boolean;
  /** Whether reads use connections of this server all the same, because their URL is not that of a replica. */
  readonly readsHere: boolean;
  readonly owner: boolean;
}

/** Judges the database of DATABASE_URL for writers, and for the purposes without a URL of their own. */
export function judgeDatabase(database: FoundDatabase, demand: Demand, others: OtherUrls): Finding[] {
  const about = findingsAbout('database');
  const findings = [
    ...judgeServer(database),
    ...judgeRoles(database, others),
    ...judgeRights(database),
    ...judgeSession(database),
  ];
  if (database.isReplica) {
    findings.push(about.wrong('it follows another server and takes no writes', 'name the primary in DATABASE_URL'));
  }
  findings.push(...judgeSchema(database));
  findings.push(...judgeConnections(database, demand, others.readsHere), ...judgeClock(database));
  return [
    about.ok(`Postgres ${database.version}, user ${database.user}, schema version ${database.schemaVersion}`),
    ...findings,
  ];
}

/** Judges whether this release works on the schema; no finding if it does. */
export function judgeSchema(database: FoundDatabase): Finding[] {
  const about = findingsAbout('database');
  const { neededSchema, schemaVersion, schemaProblem } = database;
  if (schemaProblem !== undefined) return [about.wrong(schemaProblem.found, schemaProblem.change)];
  if (schemaVersion >= neededSchema) return [];
  const found = schemaVersion === 0 ? 'no schema that its user can read' : `schema version ${schemaVersion}`;
  return [about.wrong(`${found}, ${neededSchema} is needed`, 'bring it up to date: sluice migrate')];
}

/** Judges the database of DATABASE_READ_URL. */
export function judgeReadDatabase(database: FoundDatabase): Finding[] {
  const about = findingsAbout('database for reads');
  const findings = database.roles.has('sluice_reader') ? [] : [about.wrong(...missingRole(database, 'sluice_reader'))];
  if (!canWorkOn(database)) {
    const { schemaProblem, schemaVersion, neededSchema } = database;
    const found = schemaProblem?.found ?? `schema version ${schemaVersion}, ${neededSchema} is needed`;
    findings.push(about.wrong(found, 'name a database that follows the one of DATABASE_URL'));
  }
  findings.push(...judgePower(about, database, READER_LOGIN), ...judgeBounds(about, database));
  return [
    about.ok(`Postgres ${database.version}, user ${database.user}${database.isReplica ? ', a replica' : ''}`),
    ...findings,
  ];
}

/** Judges the user of DATABASE_OWNER_URL, which migrates and drops expired data. */
export function judgeOwnerDatabase(database: FoundDatabase): Finding[] {
  const about = findingsAbout('database for its owner');
  const mayOwn = database.roles.has('sluice_owner');
  return [
    about.ok(`Postgres ${database.version}, user ${database.user}`),
    ...(mayOwn ? [] : [about.wrong(...missingRole(database, 'sluice_owner'))]),
  ];
}

const WRITER_LOGIN = { needed: ['sluice_writer'], option: '--writer-password-file', setting: 'DATABASE_URL' } as const;
const READER_LOGIN = {
  needed: ['sluice_reader'],
  option: '--reader-password-file',
  setting: 'DATABASE_READ_URL',
} as const;

/** Judges excess rights: an intruder into a process gets all rights of its login. */
function judgePower(
  about: ReturnType<typeof findingsAbout>,
  { user, isSuperuser, roles }: FoundDatabase,
  { needed, option, setting }: typeof WRITER_LOGIN | typeof READER_LOGIN,
): Finding[] {
  const surplus = [...roles].filter((role) => !needed.some((each) => each === role));
  if (!isSuperuser && surplus.length === 0) return [];
  const found = isSuperuser ? `user ${user} is a superuser` : `user ${user} can also act as ${surplus.join(' and ')}`;
  return [
    about.warn(`${found}: more than is needed`, `make a login by sluice migrate ${option}, and name it in ${setting}`),
  ];
}

/** Judges the limit of temporary files: without it one query of a reader could fill the disk of the database. */
function judgeBounds(about: ReturnType<typeof findingsAbout>, { user, temporaryFiles }: FoundDatabase): Finding[] {
  if (temporaryFiles !== '-1') return [];
  return [about.warn('temp_file_limit of its sessions is not set', `alter role "${user}" set temp_file_limit = '2GB'`)];
}

/** Judges the version of the server, and settings by which a power cut destroys data. */
export function judgeServer({ server, version, versionNumber }: FoundDatabase): Finding[] {
  const about = findingsAbout('database');
  const findings: Finding[] = [];
  if (versionNumber < OLDEST) findings.push(about.wrong(`Postgres ${version} is too old`, 'use Postgres 15 or newer'));
  for (const name of ['fsync', 'full_page_writes']) {
    if (server.get(name) === 'off') {
      findings.push(about.wrong(`${name} is off: a power cut can destroy what was stored`, `set ${name} to on`));
    }
  }
  return findings;
}

function judgeRoles(database: FoundDatabase, others: OtherUrls): Finding[] {
  const about = findingsAbout('database');
  const findings: Finding[] = [];
  if (!database.roles.has('sluice_writer')) findings.push(about.wrong(...missingRole(database, 'sluice_writer')));
  if (!others.reads && !database.roles.has('sluice_reader')) {
    const [found, change] = missingRole(database, 'sluice_reader');
    findings.push(about.wrong(found, `${change}, or name a login that reads in DATABASE_READ_URL`));
  }
  if (!others.owner && !database.roles.has('sluice_owner')) {
    const [found, change] = missingRole(database, 'sluice_owner');
    const instead = 'or, with RETENTION_DAYS, name a login that may in DATABASE_OWNER_URL';
    findings.push(about.warn(`${found}: RETENTION_DAYS drops nothing`, `${change}, ${instead}`));
  }
  return [...findings, ...judgePower(about, database, WRITER_LOGIN)];
}

function judgeRights({ repairs }: FoundDatabase): Finding[] {
  const [first, ...more] = repairs;
  if (first === undefined) return [];
  const found = `owners and rights are not as they should be, ${repairs.length} statements would mend them: ${first}`;
  return [findingsAbout('database').wrong(more.length === 0 ? found : `${found} …`, 'let it be done: sluice migrate')];
}

function missingRole({ user }: FoundDatabase, role: string): [string, string] {
  return [`user ${user} cannot act as ${role}`, `grant ${role} to "${user}"`];
}

function judgeSession({ writerSession, deadlockTimeoutMs }: FoundDatabase): Finding[] {
  const about = findingsAbout('database');
  if (writerSession === undefined) return [];
  const findings: Finding[] = [];
  if (writerSession.get('synchronous_commit') !== 'on' || writerSession.get('lock_timeout') !== '5s') {
    const got = ['synchronous_commit', 'lock_timeout'].map((name) => `${name} ${writerSession.get(name) ?? 'unknown'}`);
    const found = `the settings of a writer's session do not arrive: it has ${got.join(', ')}`;
    findings.push(
      about.wrong(found, 'let DATABASE_URL lead to Postgres itself, or to a pooler that passes options on'),
    );
  }
  if (deadlockTimeoutMs >= WRITER_LOCK_TIMEOUT_MS) {
    const found = `deadlock_timeout is ${deadlockTimeoutMs} ms, a writer waits ${WRITER_LOCK_TIMEOUT_MS} ms for a lock`;
    findings.push(about.warn(`${found}: deadlocks end later than they need to`, 'set deadlock_timeout to 1s'));
  }
  return findings;
}

function judgeConnections(
  { connections: { limit, taken } }: FoundDatabase,
  { writers, writeConcurrency, readConnections }: Demand,
  readsToo: boolean,
): Finding[] {
  const about = findingsAbout('connections');
  const writing = Math.max(1, writers) * (writeConcurrency + WRITER_EXTRA);
  const wanted = writing + (readsToo ? readConnections + QUERY_EXTRA : 0);
  const found = `${limit} for users, ${taken} taken; writers${readsToo ? ' and one query service' : ''} take up to ${wanted}`;
  if (wanted > limit)
    return [
      about.wrong(found, `set max_connections to ${wanted * 2} or more, or WRITE_CONCURRENCY, READ_CONNECTIONS lower`),
    ];
  if (wanted * 1.25 > limit)
    return [about.warn(found, `set max_connections to ${wanted * 2}: a restart takes them twice`)];
  return [about.ok(found)];
}

const WARN_MS = 1_000;
/** Difference of clocks above which retention drops nothing (contract: Retention). */
const WRONG_MS = 3_600_000;

/** Compares the server's clock with this machine's. */
export function judgeClock({ clock: { aheadMs, toleranceMs } }: FoundDatabase): Finding[] {
  const about = findingsAbout('clock');
  const apart = Math.max(0, Math.abs(aheadMs) - toleranceMs);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  const found = `the database is ${Math.round(Math.abs(aheadMs))} ms ${way} this machine`;
  if (apart > WRONG_MS) return [about.wrong(`${found}: RETENTION_DAYS drops nothing`, SYNCHRONIZE)];
  if (apart > WARN_MS)
    return [about.warn(`${found}: which of two updates came later is decided by clocks`, SYNCHRONIZE)];
  return [about.ok(found)];
}

const SYNCHRONIZE = 'keep the clocks of all machines by NTP';

/** Whether this release works on the schema: on its own, or on a newer compatible one. */
export function canWorkOn({ schemaVersion, schemaProblem, neededSchema }: FoundDatabase): boolean {
  return schemaVersion >= neededSchema && schemaProblem === undefined;
}
