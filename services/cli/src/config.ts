import { type KafkaSettings, kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, file, integer, readSettings, url } from '@sluice/runtime';

const POSTGRES = ['postgres', 'postgresql'];

const databaseFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES, required: true }),
};

const replayFields = {
  ...databaseFields,
  pricesFile: file('PRICES_FILE', { maxBytes: LARGEST_PRICE_FILE, read: readPriceFile }),
};

/** Those of the services that take connections: the same names and defaults as theirs. */
const doctorFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES }),
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: POSTGRES }),
  writeConcurrency: integer('WRITE_CONCURRENCY', { default: 4, min: 1, max: 64 }),
  readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000 }),
};

export interface DoctorSettings extends Settings<typeof doctorFields> {
  /** Undefined without KAFKA_BROKERS. */
  readonly kafka: KafkaSettings | undefined;
}

/** What each command needs of the environment. Each throws SettingsError with all problems together. */
export interface CliSettings {
  database(): Settings<typeof databaseFields>;
  replay(): Settings<typeof replayFields>;
  kafka(): KafkaSettings;
  doctor(): DoctorSettings;
}

export function cliSettings(env: NodeJS.ProcessEnv = process.env): CliSettings {
  const kafka = () => readSettings(env, kafkaFields, kafkaProblems);
  return {
    database: () => readSettings(env, databaseFields),
    replay: () => readSettings(env, replayFields),
    kafka,
    doctor: () => ({
      ...readSettings(env, doctorFields),
      kafka: (env['KAFKA_BROKERS'] ?? '') === '' ? undefined : kafka(),
    }),
  };
}
