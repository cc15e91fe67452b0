import { Kafka, type KafkaConfig, type LogEntry, type Mechanism, type SASLOptions, logLevel } from 'kafkajs';
import type { Topic } from '../bus';
import { hintOf } from './failure';
import { oauthBearer } from './oauth-bearer';
import type { TokenSource } from './oauth-token';

/** The log of an adapter. Fields never hold credentials or values of records. */
export type BusLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** TLS to the brokers; an empty object trusts Node's own authorities. All texts are PEM. */
export interface KafkaTls {
  /** Trust these authorities and no other. */
  readonly ca?: string | undefined;
  /** The client's certificate and key, where brokers ask for them. */
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
      /** Asked at each connection, and again before the brokers end a session. */
      readonly token: TokenSource;
      /** SASL extensions (RFC 7628), as some managed brokers ask for. */
      readonly extensions?: Readonly<Record<string, string>> | undefined;
    };

/** How to reach the brokers, and under which names. */
export interface KafkaConnection {
  /** Each as host:port; several, so that one of them may be away. */
  readonly brokers: readonly string[];
  /** Shown in the logs and quotas of the brokers. */
  readonly clientId: string;
  readonly tls?: KafkaTls | undefined;
  readonly sasl?: KafkaSasl | undefined;
  /** Stands before each topic's name, for brokers that several installations share. */
  readonly topicPrefix?: string | undefined;
  /** Time for TCP, TLS and SASL to one broker; 5 s. */
  readonly connectionTimeoutMs?: number | undefined;
  /** A request that is not answered within this time gives its connection up; 15 s. */
  readonly requestTimeoutMs?: number | undefined;
  readonly log: BusLog;
}

/** The name of a topic at the brokers; positions are to be stored under it. */
export function topicName(connection: Pick<KafkaConnection, 'topicPrefix'>, topic: Topic): string {
  return `${connection.topicPrefix ?? ''}${topic}`;
}

/** The consumer group of an installation's writers. */
export function writerGroup({ topicPrefix = '' }: Pick<KafkaConnection, 'topicPrefix'>): string {
  return `${topicPrefix}sluice-writer`;
}

/** Gets everything that the client library logs, before it goes to the log. */
export type LibraryListener = (entry: LogEntry) => void;

/**
 * A client of its own connections. It tries nothing again by itself unless `retries` is set: who uses it knows for how
 * long that is worth while.
 */
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

/** All of them, because what is missing here would be taken from other defaults wherever NODE_ENV is `test`. */
export const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, factor: 0.2, multiplier: 2 };

function saslOptions(sasl: KafkaSasl): SASLOptions | Mechanism {
  if (sasl.mechanism === 'oauthbearer') return oauthBearer(sasl);
  const user: SASLOptions = { ...sasl };
  return user;
}

/** What is worth telling beside the message; the rest are ids that change, stacks, and whole assignments. */
const FIELDS = ['broker', 'topic', 'partition', 'groupId', 'error'] as const;

/** What the library logs, a level lower: what an operator has to act on is logged by the adapters. */
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

/** The same connection, whose log gets each problem of the library from time to time only, and not many times a second. */
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
