import { Kafka, type KafkaConfig, type LogEntry, type Mechanism, type SASLOptions, logLevel } from 'kafkajs';
import type { Topic } from '../bus';
import { hintOf } from './failure';
import { oauthBearer } from './oauth-bearer';
import type { TokenSource } from './oauth-token';

/** Log of an adapter. Fields never contain credentials or values of records. */
export type BusLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** TLS to the brokers; an empty object trusts Node's own authorities. All texts are PEM. */
export interface KafkaTls {
  /** The only authorities to trust. */
  readonly ca?: string | undefined;
  /** Client certificate and key, for brokers that require them. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export type KafkaSasl =
  | {
      readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
      readonly username: string;
      readonly password: string;
    }
  | {
      readonly mechanism: 'oauthbearer';
      /** Called at each connection, and again before the brokers end a session. */
      readonly token: TokenSource;
      /** SASL extensions (RFC 7628) that some managed brokers require. */
      readonly extensions?: Readonly<Record<string, string>> | undefined;
    };

/** Connection settings of the brokers, and the names under which the process connects. */
export interface KafkaConnection {
  /** Addresses as host:port; several, so that one broker may be unreachable. */
  readonly brokers: readonly string[];
  /** Name of the client in the logs and quotas of the brokers. */
  readonly clientId: string;
  readonly tls?: KafkaTls | undefined;
  readonly sasl?: KafkaSasl | undefined;
  /** Prefix of each topic's name, for brokers that several installations share. */
  readonly topicPrefix?: string | undefined;
  /** Time limit for TCP, TLS and SASL to one broker; 5 s. */
  readonly connectionTimeoutMs?: number | undefined;
  /** Time limit of a request; after it the connection is closed; 15 s. */
  readonly requestTimeoutMs?: number | undefined;
  readonly log: BusLog;
}

/** Name of a topic at the brokers; committed offsets are stored under it. */
export function topicName(connection: Pick<KafkaConnection, 'topicPrefix'>, topic: Topic): string {
  return `${connection.topicPrefix ?? ''}${topic}`;
}

/** Consumer group of the writers of an installation. */
export function writerGroup({ topicPrefix = '' }: Pick<KafkaConnection, 'topicPrefix'>): string {
  return `${topicPrefix}sluice-writer`;
}

/** Receives every log entry of the client library, before it is written to the log. */
export type LibraryListener = (entry: LogEntry) => void;

/** Creates a client with its own connections. It retries only if `retries` is set: the caller knows how long retries are useful. */
export function createClient(connection: KafkaConnection, retries = 0, listener?: LibraryListener): Kafka {
  const { brokers, clientId, tls, sasl, log } = connection;
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
    connectionTimeout: connection.connectionTimeoutMs ?? 5_000,
    authenticationTimeout: connection.connectionTimeoutMs ?? 5_000,
    requestTimeout: connection.requestTimeoutMs ?? 15_000,
    enforceRequestTimeout: true,
    retry: { ...RETRY, retries },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      listener?.(entry);
      logEntry(log, entry);
    },
  } satisfies KafkaConfig);
}

/** All members are set, because the library's defaults differ if NODE_ENV is `test`. */
export const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, factor: 0.2, multiplier: 2 };

function saslOptions(sasl: KafkaSasl): SASLOptions | Mechanism {
  if (sasl.mechanism === 'oauthbearer') return oauthBearer(sasl);
  const user: SASLOptions = { ...sasl };
  return user;
}

/** Fields of the library's entries that are logged; the others are changing ids, stacks, and whole assignments. */
const FIELDS = ['broker', 'topic', 'partition', 'groupId', 'error'] as const;

/** Logs an entry of the library one level lower: the adapters log the failures that an operator must act on. */
function logEntry(log: BusLog, { level, namespace, log: { message, ...details } }: LogEntry): void {
  const fields = Object.fromEntries(
    FIELDS.filter((name) => name in details).map((name) => [name, textOf(details[name])]),
  );
  const hint = hintOf([message, fields['error']].join(' '));
  const isTrouble = level === logLevel.ERROR || level === logLevel.WARN;
  log(isTrouble ? 'warn' : 'debug', `${namespace}: ${message}`, {
    [LIBRARY]: 'kafkajs',
    ...fields,
    ...(hint !== undefined && { hint }),
  });
}

function textOf(value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}

const LIBRARY = 'library';
const REPEAT_AFTER_MS = 10_000;
const REMEMBERED = 100;

/** Copy of a connection whose log repeats each problem of the library at intervals only, and not many times a second. */
export function quiet(connection: KafkaConnection): KafkaConnection {
  const saidAt = new Map<string, number>();
  return {
    ...connection,
    log: (level, message, fields) => {
      if (LIBRARY in fields) {
        const now = performance.now();
        if (now - (saidAt.get(message) ?? -Infinity) < REPEAT_AFTER_MS) return;
        if (saidAt.size >= REMEMBERED) saidAt.clear();
        saidAt.set(message, now);
      }
      connection.log(level, message, fields);
    },
  };
}
