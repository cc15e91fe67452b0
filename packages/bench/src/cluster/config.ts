import { kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { type Settings, list, readSettings, url } from '@sluice/runtime';

/** Existing brokers and database; without them both are started. */
const fields = {
  ...kafkaFields,
  kafkaBrokers: list('KAFKA_BROKERS', {}),
  databaseUrl: url('DATABASE_URL', { schemes: ['postgres', 'postgresql'] }),
};

export interface ClusterSettings extends Settings<typeof fields> {
  /** `KAFKA_*` unchanged, for the services. */
  readonly kafka: NodeJS.ProcessEnv;
}

/** @throws SettingsError */
export function readClusterSettings(env: NodeJS.ProcessEnv = process.env): ClusterSettings {
  const check = (settings: Settings<typeof fields>): string[] =>
    kafkaProblems({ ...settings, kafkaBrokers: settings.kafkaBrokers ?? [] });
  const kafka = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('KAFKA_')));
  return { ...readSettings(env, fields, check), kafka };
}
