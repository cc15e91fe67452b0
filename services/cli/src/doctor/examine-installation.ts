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
import { judgeDays } from './judge-days';
import { judgeDerived } from './judge-derived';
import { judgeLocks } from './judge-locks';
import { judgeDisk, judgeRetention } from './judge-storage';
import { type Lag, judgeLags, judgeProgress, judgeWriters, lagsOf } from './judge-writers';
import { watchLocks } from './watch-locks';

/** Connections of an installation, and the settings of its services. */
export interface Surroundings {
  /** Undefined: Kafka is not checked. */
  readonly brokers: KafkaConnection | undefined;
  /** Undefined: no database is checked. */
  readonly databaseUrl: string | undefined;
  /** Undefined: reads use `databaseUrl`. */
  readonly databaseReadUrl: string | undefined;
  /** Undefined: migrations and retention use `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** Name of the default project in the services; undefined: it is not checked. */
  readonly projectId: string | undefined;
  readonly writeConcurrency: number;
  readonly readConnections: number;
  readonly retentionDays: number | undefined;
  /** Size of the database's disk; undefined: unknown. */
  readonly databaseDiskBytes: number | undefined;
  /** Pause between two checks of the writers' progress, if records wait, in milliseconds. */
  readonly pauseMs: number;
  /** Returns the database of a standalone server, if neither brokers nor a database are named. */
  readonly findEmbedded: () => Promise<EmbeddedDatabase | undefined>;
  /** Returns this machine's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Checks everything that an installation needs, with at least one finding for each. Changes nothing. Never rejects because of a finding: a
 * server that does not answer is a finding.
 * @param offsets returns the committed offsets of a database that has the schema
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
  // Before the ends of the logs: otherwise records that are stored meanwhile would seem lost in the log.
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
    const judged = [
      judgeProjectId(surroundings),
      judgeDerived(databaseUrl),
      judgeDays(databaseUrl),
      judgeStorage(surroundings),
    ];
    findings.push(...(await Promise.all(judged)).flat());
  }
  findings.push(...reads.findings, ...(reads.found === undefined ? [] : judgeReadDatabase(reads.found)));
  findings.push(...owner.findings, ...(owner.found === undefined ? [] : judgeOwnerDatabase(owner.found)));
  const again = async () => (await askOffsets()).found;
  return [...findings, ...(await judgeFlow(kafka.found, stored?.found, again, surroundings.pauseMs))];
}

/** Judges the stored data by its disk and by RETENTION_DAYS. */
async function judgeStorage(surroundings: Surroundings): Promise<readonly Finding[]> {
  const { databaseUrl, databaseDiskBytes, retentionDays } = surroundings;
  const { found, findings } = await inquireIfNamed('disk', databaseUrl, measureStorage, 'DATABASE_URL');
  if (found === undefined) return findings;
  return [...judgeDisk(found, databaseDiskBytes), judgeRetention(found, retentionDays)];
}

/** Judges whether services with this PROJECT_ID keep projects apart. Gateways have no database and cannot check it. */
async function judgeProjectId({ databaseUrl, projectId }: Surroundings): Promise<readonly Finding[]> {
  if (projectId === undefined) return [];
  const about = findingsAbout('projects');
  const ask = (url: string) => projectIdProblem(url, projectId);
  const { found: problem, findings } = await inquireIfNamed('projects', databaseUrl, ask, 'DATABASE_URL');
  if (findings.length > 0) return findings;
  if (problem !== undefined) return [about.wrong(problem.found, problem.change)];
  return [about.ok(`PROJECT_ID ${JSON.stringify(projectId)} is no project of its own`)];
}

/** Judges writers, lag and progress, if there are topics that writers could read. */
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
