import { type KafkaConnection, type KafkaSettings, kafkaConnection } from '@sluice/bus/kafka';
import { chain, genaiPrices } from '@sluice/pricing';
import { type Logger, systemClock } from '@sluice/runtime';
import type { ReplayParts } from '@sluice/store/operate';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import type { CliSettings } from './config';
import type { Surroundings } from './doctor/examine';

/** What commands work on, opened when one asks for it. */
export interface Resources {
  readonly databaseUrl: () => string;
  /** Runs work on the database with the rights of the writer, and closes what it needed. */
  withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  withStore<T>(work: (parts: ReplayParts) => Promise<T>): Promise<T>;
  readonly brokers: () => KafkaConnection;
  readonly surroundings: () => Surroundings;
}

const CONNECTIONS = 4;

export function composeResources(settings: CliSettings, logger: Logger): Resources {
  const withPool = async <T>(databaseUrl: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
    const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: CONNECTIONS }));
    pool.on('error', () => undefined); // the failing query reports it
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const brokersOf = (kafka: KafkaSettings) => kafkaConnection(kafka, { clientId: 'sluice-cli', logger });
  return {
    databaseUrl: () => settings.database().databaseUrl,
    withDatabase: (work) => withPool(settings.database().databaseUrl, work),
    withStore: (work) => {
      const { databaseUrl, pricesFile } = settings.replay();
      const prices = pricesFile === undefined ? genaiPrices() : chain([pricesFile.value, genaiPrices()]);
      return withPool(databaseUrl, (pool) =>
        work({ pool, store: createPostgresStore({ pool, prices, now: () => systemClock.now() }) }),
      );
    },
    brokers: () => brokersOf(settings.kafka()),
    surroundings: () => {
      const { kafka, ...database } = settings.doctor();
      return { ...database, brokers: kafka && brokersOf(kafka), now: () => systemClock.now() / 1000 };
    },
  };
}
