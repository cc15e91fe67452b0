import { type Inspection, type KafkaConnection, inspectBrokers, writerGroup } from '@sluice/bus/kafka';
import { messageOf } from '@sluice/runtime';
import { type FoundDatabase, type StoredOffset, inspectDatabase } from '@sluice/store/operate';
import { type Finding, findingsAbout } from './finding';
import { judgeBrokers, judgeTopic } from './judge-brokers';
import { judgeDatabase, judgeReadDatabase } from './judge-database';
import { judgeLags, judgeWriters, lagsOf } from './judge-writers';

/** Where an installation is, and what its services are told. */
export interface Surroundings {
  /** Undefined: nothing of Kafka is looked at. */
  readonly brokers: KafkaConnection | undefined;
  /** Undefined: no database is looked at. */
  readonly databaseUrl: string | undefined;
  /** Undefined: reads go to `databaseUrl`. */
  readonly databaseReadUrl: string | undefined;
  readonly writeConcurrency: number;
  readonly readConnections: number;
  /** This machine's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Looks at everything that an installation stands on, and says of each thing how it is. Changes nothing. Never rejects
 * because of what it finds: what cannot be asked is a finding.
 * @param offsets the stored positions, of a database that has the schema
 */
export async function examine(
  surroundings: Surroundings,
  offsets: () => Promise<readonly StoredOffset[]>,
): Promise<Finding[]> {
  const { brokers: connection, databaseUrl, databaseReadUrl, now } = surroundings;
  const kafka = await asked(
    'brokers',
    connection,
    (known) => inspectBrokers(known, writerGroup(known)),
    'KAFKA_BROKERS',
  );
  const database = await asked('database', databaseUrl, (url) => inspectDatabase(url, now), 'DATABASE_URL');
  const findings = [...kafka.findings];
  if (kafka.found !== undefined) findings.push(...judgeBrokers(kafka.found), ...kafka.found.topics.flatMap(judgeTopic));
  findings.push(...database.findings);
  if (database.found !== undefined) findings.push(...judgeMain(database.found, kafka.found, surroundings));
  if (databaseReadUrl !== undefined) {
    const reads = await asked(
      'database for reads',
      databaseReadUrl,
      (url) => inspectDatabase(url, now),
      'DATABASE_READ_URL',
    );
    findings.push(...reads.findings, ...(reads.found === undefined ? [] : judgeReadDatabase(reads.found)));
  }
  const stored = canRead(database.found) ? await offsets() : undefined;
  return [...findings, ...judgeFlow(kafka.found, stored)];
}

function judgeMain(database: FoundDatabase, kafka: Inspection | undefined, surroundings: Surroundings): Finding[] {
  const { databaseReadUrl, writeConcurrency, readConnections } = surroundings;
  const demand = { writers: kafka?.group.members.length ?? 0, writeConcurrency, readConnections };
  return judgeDatabase(database, demand, databaseReadUrl === undefined);
}

/** Writers and lag, where there are topics that writers could read. */
function judgeFlow(kafka: Inspection | undefined, stored: readonly StoredOffset[] | undefined): Finding[] {
  if (kafka === undefined || kafka.topics.every(({ partitions }) => partitions.length === 0)) return [];
  const lags = stored === undefined ? [] : lagsOf(kafka.topics, stored);
  const waiting = lags.reduce((sum, { lag }) => sum + lag, 0);
  return [...judgeWriters(kafka.group, kafka.topics, waiting), ...judgeLags(lags)];
}

function canRead(database: FoundDatabase | undefined): boolean {
  return (
    database !== undefined && database.roles.has('sluice_writer') && database.schemaVersion === database.neededSchema
  );
}

/** What was found, or a finding that says why nothing was. */
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
