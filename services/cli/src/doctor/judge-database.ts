import type { FoundDatabase } from '@sluice/store/operate';
import { type Finding, findingsAbout } from './finding';

/** How many connections the services that are known of take. */
export interface Demand {
  /** Writers in the group; at least one is counted. */
  readonly writers: number;
  readonly writeConcurrency: number;
  readonly readConnections: number;
}

const OLDEST = 150_000;
/** As the writer sets it (`writerPoolConfig`): later than Postgres looks for a deadlock, so that it is found as one. */
const WRITER_LOCK_TIMEOUT_MS = 5_000;
/** Beside its transactions a writer has one connection for checks and one for retention. */
const WRITER_EXTRA = 2;

/** The database of DATABASE_URL: what writers, and without a DATABASE_READ_URL readers, need of it. */
export function judgeDatabase(database: FoundDatabase, demand: Demand, readsToo: boolean): Finding[] {
  const about = findingsAbout('database');
  const findings = [...judgeServer(database), ...judgeRoles(database, readsToo), ...judgeSession(database)];
  if (database.isReplica) {
    findings.push(about.wrong('it follows another server and takes no writes', 'name the primary in DATABASE_URL'));
  }
  const { neededSchema, schemaVersion } = database;
  if (schemaVersion < neededSchema) {
    const found = schemaVersion === 0 ? 'no schema that its user can read' : `schema version ${schemaVersion}`;
    findings.push(about.wrong(`${found}, ${neededSchema} is needed`, 'bring it up to date: sluice migrate'));
  } else if (schemaVersion > neededSchema) {
    findings.push(
      about.wrong(`schema version ${schemaVersion}, this release knows ${neededSchema}`, 'use the newer release'),
    );
  }
  findings.push(...judgeConnections(database, demand, readsToo), ...judgeClock(database));
  return [
    about.ok(`Postgres ${database.version}, user ${database.user}, schema version ${schemaVersion}`),
    ...findings,
  ];
}

/** The database of DATABASE_READ_URL. */
export function judgeReadDatabase(database: FoundDatabase): Finding[] {
  const about = findingsAbout('database for reads');
  const findings = database.roles.has('sluice_reader') ? [] : [about.wrong(...missingRole(database, 'sluice_reader'))];
  if (database.schemaVersion !== database.neededSchema) {
    const found = `schema version ${database.schemaVersion}, ${database.neededSchema} is needed`;
    findings.push(about.wrong(found, 'name a database that follows the one of DATABASE_URL'));
  }
  return [
    about.ok(`Postgres ${database.version}, user ${database.user}${database.isReplica ? ', a replica' : ''}`),
    ...findings,
  ];
}

function judgeServer({ server, version, versionNumber }: FoundDatabase): Finding[] {
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

function judgeRoles(database: FoundDatabase, readsToo: boolean): Finding[] {
  const about = findingsAbout('database');
  const findings: Finding[] = [];
  if (!database.roles.has('sluice_writer')) findings.push(about.wrong(...missingRole(database, 'sluice_writer')));
  if (readsToo && !database.roles.has('sluice_reader'))
    findings.push(about.wrong(...missingRole(database, 'sluice_reader')));
  if (!database.roles.has('sluice_owner')) {
    const [found, change] = missingRole(database, 'sluice_owner');
    findings.push(about.warn(`${found}: RETENTION_DAYS drops nothing`, change));
  }
  return findings;
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
  const wanted = writing + (readsToo ? readConnections : 0);
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
/** Beyond it retention drops nothing (contract: Retention). */
const WRONG_MS = 3_600_000;

function judgeClock({ clock: { aheadMs, toleranceMs } }: FoundDatabase): Finding[] {
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
