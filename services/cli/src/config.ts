import { type KafkaSettings, kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, file, readSettings, url } from '@sluice/runtime';

const databaseFields = {
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'], required: true }),
};

const replayFields = {
  ...databaseFields,
  pricesFile: file('PRICES_FILE', { maxBytes: LARGEST_PRICE_FILE, read: readPriceFile }),
};

/** What each command needs of the environment. Each throws SettingsError with all problems together. */
export interface CliSettings {
  database(): Settings<typeof databaseFields>;
  replay(): Settings<typeof replayFields>;
  kafka(): KafkaSettings;
}

export function cliSettings(env: NodeJS.ProcessEnv = process.env): CliSettings {
  return {
    database: () => readSettings(env, databaseFields),
    replay: () => readSettings(env, replayFields),
    kafka: () => readSettings(env, kafkaFields, kafkaProblems),
  };
}
