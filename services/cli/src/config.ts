import { type KafkaSettings, TOPIC_SETTINGS, kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import { projectId } from '@sluice/credentials';
import { LARGEST_PRICE_FILE, readPriceFile } from '@sluice/pricing';
import {
  type Settings,
  SettingsError,
  bytes,
  file,
  integer,
  parsed,
  readSettings,
  secret,
  text,
  url,
} from '@sluice/runtime';
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

/** Undefined: the name of the services' default project is unknown, and not checked. */
const projectFields = { projectId: parsed('PROJECT_ID', projectId, {}) };

/** Folder of the standalone server. */
const folderFields = { dataDir: text('DATA_DIR', { default: '.sluice' }) };
const portFields = { port: integer('PORT', { default: 3000, min: 1, max: 65_535 }) };

/** Settings of the services that `doctor` compares with its findings: the same names and defaults as theirs. */
const doctorFields = {
  ...ownerFields,
  ...readerFields,
  ...projectFields,
  writeConcurrency: integer('WRITE_CONCURRENCY', { default: 4, min: 1, max: 64 }),
  readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000 }),
  retentionDays: integer('RETENTION_DAYS', { min: 1, max: 36_500 }),
  databaseDiskBytes: bytes('DATABASE_DISK_BYTES', {}),
  ...folderFields,
  minFreeBytes: bytes('MIN_FREE_BYTES', { default: 256 * 2 ** 20, min: 0 }),
};

export interface DoctorSettings extends Settings<typeof doctorFields> {
  /** Undefined without KAFKA_BROKERS. */
  readonly kafka: KafkaSettings | undefined;
}

const HOUR_MS = 3_600_000;
/** Limit of the numbers: no option of `topics` exceeds it, and as a time it is one that brokers accept. */
const MOST = 1_000_000;

/** Shape of topics; the options of `topics` are its other source. */
const topicFields = {
  partitions: integer('TOPIC_PARTITIONS', { default: TOPIC_SETTINGS.partitions, min: 1, max: MOST }),
  replicationFactor: integer('TOPIC_REPLICATION_FACTOR', {
    default: TOPIC_SETTINGS.replicationFactor,
    min: 1,
    max: MOST,
  }),
  minInSyncReplicas: integer('TOPIC_MIN_IN_SYNC_REPLICAS', {
    default: TOPIC_SETTINGS.minInSyncReplicas,
    min: 1,
    max: MOST,
  }),
  retentionHours: integer('TOPIC_RETENTION_HOURS', {
    default: TOPIC_SETTINGS.retentionMs / HOUR_MS,
    min: 1,
    max: MOST,
  }),
};

export type TopicShape = Settings<typeof topicFields>;

/** Settings of each command. Each function throws SettingsError with all problems together. */
export interface CliSettings {
  /** URL with the password. */
  database(): string;
  /** URL with the password, of the user that migrates. */
  owner(): string;
  /** PROJECT_ID, if it is set. */
  projectId(): string | undefined;
  /** DATA_DIR */
  dataDir(): string;
  /** PORT */
  port(): number;
  /** URL with the password, of the user that reads. */
  reader(): string;
  replay(): Settings<typeof replayFields>;
  kafka(): KafkaSettings;
  topics(): TopicShape;
  doctor(): DoctorSettings;
}

export function cliSettings(env: NodeJS.ProcessEnv = process.env): CliSettings {
  const kafka = () => readSettings(env, kafkaFields, kafkaProblems);
  return {
    database: () => databaseUrls(readSettings(env, databaseFields, databaseProblems)).databaseUrl,
    owner: () => anyUrl('OWNER', databaseUrls(readSettings(env, ownerFields, databaseProblems))),
    dataDir: () => readSettings(env, folderFields).dataDir,
    port: () => readSettings(env, portFields).port,
    projectId: () => readSettings(env, projectFields).projectId,
    reader: () => anyUrl('READ', databaseUrls(readSettings(env, readerFields, databaseProblems))),
    replay: () => readSettings(env, replayFields, databaseProblems),
    kafka,
    topics: () => readSettings(env, topicFields),
    doctor: () => ({
      ...readSettings(env, doctorFields, databaseProblems),
      kafka: (env['KAFKA_BROKERS'] ?? '') === '' ? undefined : kafka(),
    }),
  };
}

/** Returns the URL for a purpose, otherwise DATABASE_URL. */
function anyUrl(whose: 'OWNER' | 'READ', { databaseUrl, databaseReadUrl, databaseOwnerUrl }: DatabaseUrls): string {
  const url = { OWNER: databaseOwnerUrl, READ: databaseReadUrl }[whose] ?? databaseUrl;
  if (url === undefined) throw new SettingsError([`DATABASE_URL: required, or DATABASE_${whose}_URL in its place`]);
  return url;
}
