import { type Inspection, type KafkaConnection, inspectBrokers, writerGroup } from '@sluice/bus/kafka';
import { messageOf } from '@sluice/runtime';
import { projectIdProblem } from '@sluice/store/connect';
import {
  type FoundDatabase,
  MAKE_METRIC_STATE,
  type StoredOffset,
  compareDerived,
  inspectDatabase,
} from '@sluice/store/operate';
import { type Finding, counted, findingsAbout } from './finding';
import { judgeBrokers, judgeTopic } from './judge-brokers';
import { canWorkOn, judgeDatabase, judgeOwnerDatabase, judgeReadDatabase } from './judge-database';
import { judgeLags, judgeWriters, lagsOf } from './judge-writers';

/** The connections of an installation, and the settings of its services. */
export interface Surroundings {
  /** Undefined: nothing of Kafka is looked at. */
  readonly brokers: KafkaConnection | undefined;
  /** Undefined: no database is looked at. */
  readonly databaseUrl: string | undefined;
  /** Undefined: reads go to `databaseUrl`. */
  readonly databaseReadUrl: string | undefined;
  /** Undefined: who migrates, and drops what has expired, does it by `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** What the services call their default project; undefined: it is not looked at. */
  readonly projectId: string | undefined;
  readonly writeConcurrency: number;
  readonly readConnections: number;
  /** This machine's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Checks everything that an installation needs, with at least one finding for each. Changes nothing. Never rejects
 * because of what it finds: what cannot be asked is a finding.
 * @param offsets the stored positions, of a database that has the schema
 */
export async function examine(
  surroundings: Surroundings,
  offsets: () => Promise<readonly StoredOffset[]>,
): Promise<Finding[]> {
  const { brokers: connection, databaseUrl, databaseReadUrl, databaseOwnerUrl } = surroundings;
  const { writeConcurrency, readConnections, now } = surroundings;
  const inspect = (url: string) => inspectDatabase(url, now);
  const database = await asked('database', databaseUrl, inspect, 'DATABASE_URL');
  // Before the ends of the logs: of what is stored meanwhile it would look as if the log had lost it.
  const stored = canRead(database.found) ? await offsets() : undefined;
  const kafka = await asked(
    'brokers',
    connection,
    (known) => inspectBrokers(known, writerGroup(known)),
    'KAFKA_BROKERS',
  );
  const findings = [...kafka.findings];
  if (kafka.found !== undefined) findings.push(...judgeBrokers(kafka.found), ...kafka.found.topics.flatMap(judgeTopic));
  findings.push(...database.findings);
  const reads = await askedIfNamed('database for reads', databaseReadUrl, inspect, 'DATABASE_READ_URL');
  const owner = await askedIfNamed('database for its owner', databaseOwnerUrl, inspect, 'DATABASE_OWNER_URL');
  const others = {
    reads: databaseReadUrl !== undefined,
    readsHere: databaseReadUrl === undefined || reads.found?.isReplica === false,
    owner: databaseOwnerUrl !== undefined,
  };
  const demand = { writers: kafka.found?.group.members.length ?? 0, writeConcurrency, readConnections };
  if (database.found !== undefined) findings.push(...judgeDatabase(database.found, demand, others));
  if (canRead(database.found))
    findings.push(...(await judgeProjectId(surroundings)), ...(await judgeDerived(databaseUrl)));
  findings.push(...reads.findings, ...(reads.found === undefined ? [] : judgeReadDatabase(reads.found)));
  findings.push(...owner.findings, ...(owner.found === undefined ? [] : judgeOwnerDatabase(owner.found)));
  return [...findings, ...judgeFlow(kafka.found, stored)];
}

/** Whether services that have this PROJECT_ID keep projects apart. Gateways, which have no database, cannot look. */
async function judgeProjectId({ databaseUrl, projectId }: Surroundings): Promise<readonly Finding[]> {
  if (projectId === undefined) return [];
  const about = findingsAbout('projects');
  const ask = (url: string) => projectIdProblem(url, projectId);
  const { found: problem, findings } = await askedIfNamed('projects', databaseUrl, ask, 'DATABASE_URL');
  if (findings.length > 0) return findings;
  if (problem !== undefined) return [about.wrong(problem.found, problem.change)];
  return [about.ok(`PROJECT_ID ${JSON.stringify(projectId)} is no project of its own`)];
}

/** Whether what fast reads go by is what the rows say, in some buckets of each project. */
async function judgeDerived(databaseUrl: string | undefined): Promise<readonly Finding[]> {
  const about = findingsAbout('fast reads');
  const { found, findings } = await askedIfNamed('fast reads', databaseUrl, compareDerived, 'DATABASE_URL');
  if (found === undefined) return findings;
  if (!found.hasMetricState) {
    const change = `run in one transaction: ${MAKE_METRIC_STATE}`;
    return [about.wrong('sluice.metric_fold has no row: metrics are not folded any more', change)];
  }
  if (!found.built)
    return [about.warn('not all traces are folded: reads are slower', 'let a writer run, and wait for it')];
  const { buckets, wrongTraces, wrongBits } = found;
  if (wrongTraces + wrongBits === 0)
    return [about.ok(`${counted(buckets, 'bucket')} of traces compared with the rows`)];
  const differ = `${counted(wrongTraces, 'trace')} and ${counted(wrongBits, 'value')} of ${counted(buckets, 'bucket')} differ from the rows`;
  return [about.wrong(`${differ}: lists and totals may be wrong`, 'have it made anew: sluice rebuild-counters')];
}

/** Writers and lag, where there are topics that writers could read. */
function judgeFlow(kafka: Inspection | undefined, stored: readonly StoredOffset[] | undefined): Finding[] {
  if (kafka === undefined || kafka.topics.every(({ partitions }) => partitions.length === 0)) return [];
  const lags = stored === undefined ? [] : lagsOf(kafka.topics, stored);
  const waiting = lags.reduce((sum, { lag }) => sum + lag, 0);
  return [...judgeWriters(kafka.group, kafka.topics, waiting), ...judgeLags(lags)];
}

function canRead(database: FoundDatabase | undefined): boolean {
  return database !== undefined && database.roles.has('sluice_writer') && canWorkOn(database);
}

/** As `asked`; that it is not named is no finding, because another takes its place. */
function askedIfNamed<T, U>(
  ...[about, where, ask, setting]: Parameters<typeof asked<T, U>>
): ReturnType<typeof asked<T, U>> {
  return where === undefined ? Promise.resolve({ found: undefined, findings: [] }) : asked(about, where, ask, setting);
}

/** What was found, or a finding with the reason why nothing was. */
async function asked<T, U>(
  about: string,
  where: T | undefined,
  ask: (where: T) => Promise<U>,
  setting: string,
): Promise<{ readonly found: U | undefined; readonly findings: readonly Finding[] }> {
  const { warn, wrong } = findingsAbout(about);
  if (where === undefined) {
    return { found: undefined, findings: [warn('not looked at', `set ${setting} as the services have it`)] };
  }
  try {
    return { found: await ask(where), findings: [] };
  } catch (error) {
    const change = `correct ${setting}, or what refuses there`;
    return { found: undefined, findings: [wrong(`cannot be asked: ${messageOf(error)}`, change)] };
  }
}
