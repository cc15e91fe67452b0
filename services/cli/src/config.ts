import { type KafkaSettings, kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { projectId } from '@sluice/credentials';
import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import { type Settings, SettingsError, file, integer, parsed, readSettings, secret, url } from '@sluice/runtime';
import { type DatabaseUrls, databaseProblems, databaseUrls } from '@sluice/store/connect';

const POSTGRES = ['postgres', 'postgresql'];

const databaseFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES, required: true }),
  databasePassword: secret('DATABASE_PASSWORD', {}),
};

const readerFields = {
  databaseUrl: url('DATABASE_URL', { schemes: POSTGRES }),
  databasePassword: secret('DATABASE_PASSWORD', {}),
  databaseReadUrl: url('DATABASE_READ_URL', { schemes: POSTGRES }),
  databaseReadPassword: secret('DATABASE_READ_PASSWORD', {}),
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

/** Undefined: nobody says what the services call their default project, and nothing is looked at. */
const projectFields = { projectId: parsed('PROJECT_ID', projectId, {}) };

/** Those of the services that take connections: the same names and defaults as theirs. */
const doctorFields = {
  ...ownerFields,
  ...readerFields,
  ...projectFields,
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
  /** PROJECT_ID, where it is set. */
  projectId(): string | undefined;
  /** With the password: of who reads. */
  reader(): string;
  replay(): Settings<typeof replayFields>;
  kafka(): KafkaSettings;
  doctor(): DoctorSettings;
}

export function cliSettings(env: NodeJS.ProcessEnv = process.env): CliSettings {
  const kafka = () => readSettings(env, kafkaFields, kafkaProblems);
  return {
    database: () => databaseUrls(readSettings(env, databaseFields, databaseProblems)).databaseUrl,
    owner: () => anyUrl('OWNER', databaseUrls(readSettings(env, ownerFields, databaseProblems))),
    projectId: () => readSettings(env, projectFields).projectId,
    reader: () => anyUrl('READ', databaseUrls(readSettings(env, readerFields, databaseProblems))),
    replay: () => readSettings(env, replayFields, databaseProblems),
    kafka,
    doctor: () => ({
      ...readSettings(env, doctorFields, databaseProblems),
      kafka: (env['KAFKA_BROKERS'] ?? '') === '' ? undefined : kafka(),
    }),
  };
}

/** The URL of somebody, else that of everybody. */
function anyUrl(whose: 'OWNER' | 'READ', { databaseUrl, databaseReadUrl, databaseOwnerUrl }: DatabaseUrls): string {
  const url = { OWNER: databaseOwnerUrl, READ: databaseReadUrl }[whose] ?? databaseUrl;
  if (url === undefined) throw new SettingsError([`DATABASE_URL: required, or DATABASE_${whose}_URL in its place`]);
  return url;
}
