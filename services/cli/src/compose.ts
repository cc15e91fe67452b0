import { type KafkaConnection, type KafkaSettings, kafkaConnection } from '@sluice/bus/kafka';
import { chain, genaiPrices } from '@sluice/pricing';
import { type Logger, systemClock } from '@sluice/runtime';
import { databaseUrls } from '@sluice/store/connect';
import { type ReplayDependencies, readPoolConfig } from '@sluice/store/operate';
import { createPostgresStore, retentionPoolConfig, writerPoolConfig } from '@sluice/store/write';
import { Pool, type PoolConfig } from 'pg';
import { awaitDatabase } from './await-database';
import type { CliSettings, TopicShape } from './config';
import type { Surroundings } from './doctor/examine-installation';
import { findEmbedded } from './embedded-database';

/** Resources of commands, opened when a command needs them. */
export interface Resources {
  /** Returns microseconds since the epoch. */
  readonly now: () => number;
  /** URL of the user that migrates. */
  readonly ownerUrl: () => string;
  /** DATA_DIR */
  readonly dataDir: () => string;
  /** PORT */
  readonly port: () => number;
  /** PROJECT_ID, if it is set. */
  readonly projectId: () => string | undefined;
  /**
   * Resolves when the database accepts the user of a URL.
   * @throws the reason, after `seconds` or if waiting cannot help
   */
  awaitDatabase(databaseUrl: string, seconds: number): Promise<void>;
  /** Runs work on the database with the rights of the writer, and closes the connections. */
  withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /** Runs work on a read-only connection, and closes it. */
  withReader<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /** Runs work on a connection of the user that may drop expired data, and closes it. */
  withOwner<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  withStore<T>(work: (dependencies: ReplayDependencies) => Promise<T>): Promise<T>;
  readonly brokers: () => KafkaConnection;
  /** Shape of topics to create or compare, from the settings. */
  readonly topicShape: () => TopicShape;
  readonly surroundings: () => Surroundings;
}

const CONNECTIONS = 4;
/** Pause in which a working writer stores several batches. */
const PAUSE_MS = 5_000;
const READING = {
  applicationName: 'sluice-export',
  maxConnections: 1,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 60_000,
};

export function composeResources(settings: CliSettings, logger: Logger): Resources {
  const withPool = async <T>(config: PoolConfig, work: (pool: Pool) => Promise<T>): Promise<T> => {
    const pool = new Pool(config);
    pool.on('error', () => undefined); // the failing query reports it
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const writer = (databaseUrl: string) => writerPoolConfig({ databaseUrl, maxConnections: CONNECTIONS });
  const brokersOf = (kafka: KafkaSettings) => kafkaConnection(kafka, { clientId: 'sluice-cli', logger });
  return {
    now: () => systemClock.now(),
    ownerUrl: () => settings.owner(),
    dataDir: () => settings.dataDir(),
    port: () => settings.port(),
    projectId: () => settings.projectId(),
    awaitDatabase: (databaseUrl, seconds) => awaitDatabase(databaseUrl, seconds, logger),
    withDatabase: (work) => withPool(writer(settings.database()), work),
    withReader: (work) => withPool(readPoolConfig({ databaseUrl: settings.reader(), ...READING }), work),
    withOwner: (work) => withPool(retentionPoolConfig(settings.owner()), work),
    withStore: (work) => {
      const { pricesFile, ...database } = settings.replay();
      const prices = pricesFile === undefined ? genaiPrices() : chain([pricesFile.value, genaiPrices()]);
      return withPool(writer(databaseUrls(database).databaseUrl), (pool) =>
        work({ pool, store: createPostgresStore({ pool, prices, now: () => systemClock.now() }) }),
      );
    },
    brokers: () => brokersOf(settings.kafka()),
    topicShape: () => settings.topics(),
    surroundings: () => {
      const { kafka, dataDir, minFreeBytes, ...rest } = settings.doctor();
      const { projectId, writeConcurrency, readConnections, retentionDays, databaseDiskBytes, ...database } = rest;
      return {
        ...databaseUrls(database),
        projectId,
        writeConcurrency,
        readConnections,
        retentionDays,
        databaseDiskBytes,
        pauseMs: PAUSE_MS,
        findEmbedded: () => findEmbedded({ dataDir, minFreeBytes }),
        brokers: kafka && brokersOf(kafka),
        now: () => systemClock.now() / 1000,
      };
    },
  };
}
