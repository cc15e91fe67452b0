import { type KafkaSettings, kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, SettingsError, file, integer, readSettings, secret, url } from '@sluice/runtime';
import { databaseProblems, databaseUrls } from '@sluice/store/connect';

const POSTGRES = ['postgres', 'postgresql'];

const databaseFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES, required: true }),
  databasePassword: secret('DATABASE_PASSWORD', {}),
};

const ownerFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES }),
  databasePassword: secret('DATABASE_PASSWORD', {}),
  databaseOwnerUrl: url('DATABASE_OWNER_URL', { schemes: POSTGRES }),
  databaseOwnerPassword: secret('DATABASE_OWNER_PASSWORD', {}),
};

const replayFields = {
  ...databaseFields,
  pricesFile: file('PRICES_FILE', { maxBytes: LARGEST_PRICE_FILE, read: readPriceFile }),
};

/** Those of the services that take connections: the same names and defaults as theirs. */
const doctorFields = {
  ...ownerFields,
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: POSTGRES }),
  databaseReadPassword: secret('DATABASE_READ_PASSWORD', {}),
  writeConcurrency: integer('WRITE_CONCURRENCY', { default: 4, min: 1, max: 64 }),
  readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000 }),
};

export interface DoctorSettings extends Settings<typeof doctorFields> {
  /** Undefined without KAFKA_BROKERS. */
  readonly kafka: KafkaSettings | undefined;
}

/** What each command needs of the environment. Each throws SettingsError with all problems together. */
export interface CliSettings {
  /** With the password. */
  database(): string;
  /** With the password: of who migrates. */
  owner(): string;
  replay(): Settings<typeof replayFields>;
  kafka(): KafkaSettings;
  doctor(): DoctorSettings;
}

export function cliSettings(env: NodeJS.ProcessEnv = process.env): CliSettings {
  const kafka = () => readSettings(env, kafkaFields, kafkaProblems);
  return {
    database: () => databaseUrls(readSettings(env, databaseFields, databaseProblems)).databaseUrl,
    owner: () => ownerUrl(readSettings(env, ownerFields, databaseProblems)),
    replay: () => readSettings(env, replayFields, databaseProblems),
    kafka,
    doctor: () => ({
      ...readSettings(env, doctorFields, databaseProblems),
      kafka: (env['KAFKA_BROKERS'] ?? '') === '' ? undefined : kafka(),
    }),
  };
}

function ownerUrl(settings: Settings<typeof ownerFields>): string {
  const { databaseUrl, databaseOwnerUrl } = databaseUrls(settings);
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) throw new SettingsError(['DATABASE_URL: required, or DATABASE_OWNER_URL in its place']);
  return url;
}
