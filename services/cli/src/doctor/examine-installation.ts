import { setTimeout as sleep } from 'node:timers/promises';
import { type Inspection, type KafkaConnection, inspectBrokers, writerGroup } from '@sluice/bus/kafka';
import { projectIdProblem } from '@sluice/store/connect';
import {
  type FoundDatabase,
  type StoredOffset,
  inspectDatabase,
  listLockHolders,
  measureStorage,
} from '@sluice/store/operate';
import type { EmbeddedDatabase } from '../embedded-database';
import { inquire, inquireIfNamed } from './inquiry';
import { examineEmbedded } from './examine-embedded';
import { type Finding, findingsAbout } from './finding';
import { judgeBrokers, judgeTopic } from './judge-brokers';
import { canWorkOn, judgeDatabase, judgeOwnerDatabase, judgeReadDatabase } from './judge-database';
import { judgeDerived } from './judge-derived';
import { judgeLocks } from './judge-locks';
import { judgeDisk, judgeRetention } from './judge-storage';
import { type Lag, judgeLags, judgeProgress, judgeWriters, lagsOf } from './judge-writers';
import { watchLocks } from './watch-locks';

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
  readonly retentionDays: number | undefined;
  /** The size of the disk of the database; undefined: not known. */
  readonly databaseDiskBytes: number | undefined;
  /** Between two looks at how far writers are, where records wait, in milliseconds. */
  readonly pauseMs: number;
  /** The database of a standalone server, for where neither brokers nor a database are named. */
  readonly findEmbedded: () => Promise<EmbeddedDatabase | undefined>;
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
  const { brokers, databaseUrl, findEmbedded } = surroundings;
  if (databaseUrl === undefined && brokers === undefined) {
    const { found, findings } = await inquire('database', findEmbedded, (find) => find(), 'DATA_DIR');
    if (findings.length > 0) return [...findings];
    if (found !== undefined) return examineEmbedded(found, surroundings);
  }
  if (databaseUrl === undefined) return examineAll(surroundings, offsets);
  const { outcome, holders } = await watchLocks(
    () => listLockHolders(databaseUrl),
    () => examineAll(surroundings, offsets),
  );
  return holders === undefined ? outcome : [...outcome, ...judgeLocks(holders)];
}

async function examineAll(
  surroundings: Surroundings,
  offsets: () => Promise<readonly StoredOffset[]>,
): Promise<Finding[]> {
  const { brokers: connection, databaseUrl, databaseReadUrl, databaseOwnerUrl } = surroundings;
  const { writeConcurrency, readConnections, now } = surroundings;
  const inspect = (url: string) => inspectDatabase(url, now);
  const database = await inquire('database', databaseUrl, inspect, 'DATABASE_URL');
  const askOffsets = () => inquire('positions', offsets, (ask) => ask(), 'DATABASE_URL');
  // Before the ends of the logs: of what is stored meanwhile it would look as if the log had lost it.
  const stored = canRead(database.found) ? await askOffsets() : undefined;
  const kafka = await inquire(
    'brokers',
    connection,
    (known) => inspectBrokers(known, writerGroup(known)),
    'KAFKA_BROKERS',
  );
  const findings = [...kafka.findings];
  if (kafka.found !== undefined) findings.push(...judgeBrokers(kafka.found), ...kafka.found.topics.flatMap(judgeTopic));
  findings.push(...database.findings, ...(stored?.findings ?? []));
  const reads = await inquireIfNamed('database for reads', databaseReadUrl, inspect, 'DATABASE_READ_URL');
  const owner = await inquireIfNamed('database for its owner', databaseOwnerUrl, inspect, 'DATABASE_OWNER_URL');
  const others = {
    reads: databaseReadUrl !== undefined,
    readsHere: databaseReadUrl === undefined || reads.found?.isReplica === false,
    owner: databaseOwnerUrl !== undefined,
  };
  const demand = { writers: kafka.found?.group.members.length ?? 0, writeConcurrency, readConnections };
  if (database.found !== undefined) findings.push(...judgeDatabase(database.found, demand, others));
  if (canRead(database.found)) {
    const judged = [judgeProjectId(surroundings), judgeDerived(databaseUrl), judgeStorage(surroundings)];
    findings.push(...(await Promise.all(judged)).flat());
  }
  findings.push(...reads.findings, ...(reads.found === undefined ? [] : judgeReadDatabase(reads.found)));
  findings.push(...owner.findings, ...(owner.found === undefined ? [] : judgeOwnerDatabase(owner.found)));
  const again = async () => (await askOffsets()).found;
  return [...findings, ...(await judgeFlow(kafka.found, stored?.found, again, surroundings.pauseMs))];
}

/** What is stored, against its disk and against RETENTION_DAYS. */
async function judgeStorage(surroundings: Surroundings): Promise<readonly Finding[]> {
  const { databaseUrl, databaseDiskBytes, retentionDays } = surroundings;
  const { found, findings } = await inquireIfNamed('disk', databaseUrl, measureStorage, 'DATABASE_URL');
  if (found === undefined) return findings;
  return [...judgeDisk(found, databaseDiskBytes), judgeRetention(found, retentionDays)];
}

/** Whether services that have this PROJECT_ID keep projects apart. Gateways, which have no database, cannot look. */
async function judgeProjectId({ databaseUrl, projectId }: Surroundings): Promise<readonly Finding[]> {
  if (projectId === undefined) return [];
  const about = findingsAbout('projects');
  const ask = (url: string) => projectIdProblem(url, projectId);
  const { found: problem, findings } = await inquireIfNamed('projects', databaseUrl, ask, 'DATABASE_URL');
  if (findings.length > 0) return findings;
  if (problem !== undefined) return [about.wrong(problem.found, problem.change)];
  return [about.ok(`PROJECT_ID ${JSON.stringify(projectId)} is no project of its own`)];
}

/** Writers, lag and progress, where there are topics that writers could read. */
async function judgeFlow(
  kafka: Inspection | undefined,
  stored: readonly StoredOffset[] | undefined,
  again: () => Promise<readonly StoredOffset[] | undefined>,
  pauseMs: number,
): Promise<Finding[]> {
  if (kafka === undefined || kafka.topics.every(({ partitions }) => partitions.length === 0)) return [];
  const lagsAt = (offsets: readonly StoredOffset[] | undefined): Lag[] =>
    offsets === undefined ? [] : lagsOf(kafka.topics, offsets);
  const lags = lagsAt(stored);
  const waiting = lags.reduce((sum, { lag }) => sum + lag, 0);
  const judged = [...judgeWriters(kafka.group, kafka.topics, waiting), ...judgeLags(lags)];
  if (kafka.group.members.length === 0 || !lags.some(({ lag, halted }) => lag > 0 && halted === undefined))
    return judged;
  await sleep(pauseMs);
  return [...judged, ...judgeProgress(lags, lagsAt(await again()), pauseMs)];
}

function canRead(database: FoundDatabase | undefined): boolean {
  return database !== undefined && database.roles.has('sluice_writer') && canWorkOn(database);
}
