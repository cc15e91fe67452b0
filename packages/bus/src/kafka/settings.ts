import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type Logger, type Settings, boolean, choice, grouped, parsed, secret, text } from '@sluice/runtime';
import type { KafkaConnection, KafkaSasl } from './connection';

const BROKER = /^(\[[0-9a-f:.]+\]|[^\s:,/@]+):(\d{1,5})$/i;

function parseBrokers(raw: string): readonly string[] | undefined {
  const brokers = raw.split(',').flatMap((part) => part.trim() || []);
  const isPlace = (broker: string) => {
    const port = Number(BROKER.exec(broker)?.[2]);
    return port >= 1 && port <= 65_535;
  };
  return brokers.length > 0 && brokers.every(isPlace) ? Object.freeze(brokers) : undefined;
}

/** A topic's name takes 249 characters; ours take up to 17 of them. */
const LONGEST_PREFIX = 200;

/** Text of PEM files, given as such or, in `<name>_FILE`, as a path. */
const pem = (name: string, about: string) =>
  parsed(
    name,
    { accepted: 'PEM text', parse: (raw) => (raw.includes('-----BEGIN ') ? raw : undefined), secret: true },
    { about },
  );

/** Where the brokers are and who one is to them (contract: Settings); of every process that speaks to them. */
export const kafkaFields = grouped('Kafka', {
  kafkaBrokers: parsed(
    'KAFKA_BROKERS',
    { accepted: 'brokers as host:port, separated by commas', parse: parseBrokers },
    { required: true, about: 'brokers as host:port, separated by commas' },
  ),
  kafkaTopicPrefix: parsed(
    'KAFKA_TOPIC_PREFIX',
    {
      accepted: `up to ${LONGEST_PREFIX} of letters, digits, '.', '_' and '-'`,
      parse: (raw) => (/^[\w.-]+$/.test(raw) && raw.length <= LONGEST_PREFIX ? raw : undefined),
    },
    { default: '', about: 'what the names of the topics begin with' },
  ),
  kafkaSsl: boolean('KAFKA_SSL', { default: false, about: 'true: speaks TLS to the brokers' }),
  kafkaSslCa: pem('KAFKA_SSL_CA', 'certificates of the authorities that the brokers must be known to, as PEM'),
  kafkaSslCert: pem('KAFKA_SSL_CERT', 'certificate of this client, as PEM'),
  kafkaSslKey: pem('KAFKA_SSL_KEY', 'its key, as PEM'),
  kafkaSaslMechanism: choice('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512'], {
    about: 'plain, scram-sha-256 or scram-sha-512',
  }),
  kafkaSaslUsername: text('KAFKA_SASL_USERNAME', { about: 'user name at the brokers' }),
  kafkaSaslPassword: secret('KAFKA_SASL_PASSWORD', { about: 'its password' }),
});

export type KafkaSettings = Settings<typeof kafkaFields>;

/** What is wrong between the settings of the brokers, a sentence each; a setting without effect is a mistake, too. */
export function kafkaProblems(settings: KafkaSettings): string[] {
  const { kafkaSsl, kafkaSslCa, kafkaSslCert, kafkaSslKey } = settings;
  const { kafkaSaslMechanism, kafkaSaslUsername, kafkaSaslPassword } = settings;
  const problems: string[] = [];
  if (!kafkaSsl && [kafkaSslCa, kafkaSslCert, kafkaSslKey].some((each) => each !== undefined)) {
    problems.push('KAFKA_SSL: expected true where KAFKA_SSL_CA, KAFKA_SSL_CERT or KAFKA_SSL_KEY is set');
  }
  if ((kafkaSslCert === undefined) !== (kafkaSslKey === undefined)) {
    problems.push('KAFKA_SSL_CERT, KAFKA_SSL_KEY: expected both or none');
  } else {
    problems.push(...tlsProblems(settings));
  }
  const sasl = [kafkaSaslMechanism, kafkaSaslUsername, kafkaSaslPassword];
  if (sasl.some((each) => each !== undefined) && sasl.includes(undefined)) {
    problems.push('KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: expected all or none');
  }
  return problems;
}

/** Certificates that cannot be read, or do not belong to their key, would else be found at the first connection. */
function tlsProblems({ kafkaSslCa: ca, kafkaSslCert: cert, kafkaSslKey: key }: KafkaSettings): string[] {
  const problems: string[] = [];
  const tryOut = (names: string, accepted: string, use: () => unknown) => {
    try {
      use();
    } catch {
      problems.push(`${names}: expected ${accepted}`); // the error's own words may show what it read
    }
  };
  // A TLS context ignores authorities that it cannot read.
  if (ca !== undefined) tryOut('KAFKA_SSL_CA', 'certificates as PEM', () => new X509Certificate(ca));
  if (cert !== undefined) {
    const pair = 'a certificate and its key as PEM';
    tryOut('KAFKA_SSL_CERT, KAFKA_SSL_KEY', pair, () => createSecureContext({ cert, key }));
  }
  return problems;
}

/**
 * How to reach the brokers as the settings have it.
 * @param clientId what the brokers are told of who asks
 */
export function kafkaConnection(
  settings: KafkaSettings,
  { clientId, logger }: { readonly clientId: string; readonly logger: Logger },
): KafkaConnection {
  const { kafkaBrokers, kafkaTopicPrefix, kafkaSsl, kafkaSslCa, kafkaSslCert, kafkaSslKey } = settings;
  return {
    brokers: kafkaBrokers,
    clientId,
    topicPrefix: kafkaTopicPrefix,
    ...(kafkaSsl && { tls: { ca: kafkaSslCa, cert: kafkaSslCert, key: kafkaSslKey } }),
    sasl: saslOf(settings),
    log: (level, message, fields) => logger[level](message, fields),
  };
}

function saslOf(settings: KafkaSettings): KafkaSasl | undefined {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername: username, kafkaSaslPassword: password } = settings;
  if (mechanism === undefined || username === undefined || password === undefined) return undefined;
  return { mechanism, username, password };
}
