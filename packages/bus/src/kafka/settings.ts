import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type Logger, type Settings, boolean, choice, grouped, parsed, secret, text, url } from '@sluice/runtime';
import type { KafkaConnection, KafkaSasl } from './connection';
import { type TokenSource, clientCredentialsToken, fileToken } from './oauth-token';

const BROKER = /^(\[[0-9a-f:.]+\]|[^\s:,/@]+):(\d{1,5})$/i;

function parseBrokers(raw: string): readonly string[] | undefined {
  const brokers = raw.split(',').flatMap((part) => part.trim() || []);
  const isAddress = (broker: string) => {
    const port = Number(BROKER.exec(broker)?.[2]);
    return port >= 1 && port <= 65_535;
  };
  return brokers.length > 0 && brokers.every(isAddress) ? Object.freeze(brokers) : undefined;
}

/** Names consist of letters only, values are printable (RFC 7628, 3.1). */
function parseExtensions(raw: string): Readonly<Record<string, string>> | undefined {
  const pairs = raw.split(',').map((part) => /^([A-Za-z]+)=([\x20-\x7e]+)$/.exec(part.trim()));
  if (pairs.some((pair) => pair === null || pair[1] === 'auth')) return undefined;
  return Object.freeze(Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])));
}

/** A topic's name has at most 249 characters, of which Sluice's own names use up to 17. */
const LONGEST_PREFIX = 200;

/** Text of PEM files, as the setting's value or, in `<name>_FILE`, as a path. */
const pem = (name: string, about: string) =>
  parsed(
    name,
    { accepted: 'PEM text', parse: (raw) => (raw.includes('-----BEGIN ') ? raw : undefined), secret: true },
    { about },
  );

/** Addresses of the brokers and credentials for them (contract: Settings); for every process that connects to brokers. */
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
  kafkaSaslMechanism: choice('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'], {
    about: 'plain, scram-sha-256, scram-sha-512 or oauthbearer',
  }),
  kafkaSaslUsername: text('KAFKA_SASL_USERNAME', { about: 'user name at the brokers' }),
  kafkaSaslPassword: secret('KAFKA_SASL_PASSWORD', { about: 'its password' }),
  /** Without this setting, credentials that a listener on the network could use are not sent (contract: Settings). */
  kafkaSaslCleartext: boolean('KAFKA_SASL_CLEARTEXT', {
    default: false,
    about: 'true: passwords and tokens may go to brokers and KAFKA_OAUTH_TOKEN_URL without TLS',
  }),
  kafkaOauthTokenUrl: url('KAFKA_OAUTH_TOKEN_URL', {
    schemes: ['https', 'http'],
    about: 'with oauthbearer: where tokens are got by client credentials',
  }),
  kafkaOauthClientId: text('KAFKA_OAUTH_CLIENT_ID', { about: 'client id there' }),
  kafkaOauthClientSecret: secret('KAFKA_OAUTH_CLIENT_SECRET', { about: 'its secret' }),
  kafkaOauthScope: text('KAFKA_OAUTH_SCOPE', { about: 'the scope to ask for' }),
  kafkaOauthTokenFile: text('KAFKA_OAUTH_TOKEN_FILE', {
    about: 'with oauthbearer, instead: a file with the token, read at each connection',
  }),
  kafkaOauthExtensions: parsed(
    'KAFKA_OAUTH_EXTENSIONS',
    { accepted: 'name=value, separated by commas', parse: parseExtensions },
    { about: 'SASL extensions that managed brokers ask for, as name=value' },
  ),
});

export type KafkaSettings = Settings<typeof kafkaFields>;

/** Contradictions between the settings of the brokers, a sentence each; a setting without effect is one, too. */
export function kafkaProblems(settings: KafkaSettings): string[] {
  const { kafkaSsl, kafkaSslCa, kafkaSslCert, kafkaSslKey } = settings;
  const problems: string[] = [];
  if (!kafkaSsl && [kafkaSslCa, kafkaSslCert, kafkaSslKey].some((each) => each !== undefined)) {
    problems.push('KAFKA_SSL: expected true where KAFKA_SSL_CA, KAFKA_SSL_CERT or KAFKA_SSL_KEY is set');
  }
  if ((kafkaSslCert === undefined) !== (kafkaSslKey === undefined)) {
    problems.push('KAFKA_SSL_CERT, KAFKA_SSL_KEY: expected both or none');
  } else {
    problems.push(...tlsProblems(settings));
  }
  const wrong = saslProblems(settings);
  return [...problems, ...(wrong.length > 0 ? wrong : cleartextProblems(settings))];
}

const UNLESS_MEANT = 'or KAFKA_SASL_CLEARTEXT=true where it may be read on the way';

/** Contradictions of credentials that would be sent in clear to any broker or listener. SCRAM proves a password without sending it. */
function cleartextProblems(settings: KafkaSettings): string[] {
  const { kafkaSsl, kafkaSaslMechanism: mechanism, kafkaSaslCleartext, kafkaOauthTokenUrl } = settings;
  if (kafkaSaslCleartext) return [];
  const problems: string[] = [];
  if (!kafkaSsl && (mechanism === 'plain' || mechanism === 'oauthbearer')) {
    const sent = mechanism === 'plain' ? 'the password' : 'the token';
    problems.push(`KAFKA_SSL: expected true with ${mechanism}, which sends ${sent} as it is, ${UNLESS_MEANT}`);
  }
  if (kafkaOauthTokenUrl !== undefined && new URL(kafkaOauthTokenUrl).protocol !== 'https:') {
    problems.push(`KAFKA_OAUTH_TOKEN_URL: expected https://, because it is sent the client secret, ${UNLESS_MEANT}`);
  }
  return problems;
}

function saslProblems(settings: KafkaSettings): string[] {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername, kafkaSaslPassword } = settings;
  const { kafkaOauthTokenUrl, kafkaOauthClientId, kafkaOauthClientSecret, kafkaOauthTokenFile } = settings;
  const { kafkaOauthScope, kafkaOauthExtensions } = settings;
  const isSet = (...values: readonly unknown[]) => values.some((value) => value !== undefined);
  const user = [kafkaSaslUsername, kafkaSaslPassword];
  const client = [kafkaOauthTokenUrl, kafkaOauthClientId, kafkaOauthClientSecret];
  if (mechanism !== 'oauthbearer') {
    if (isSet(...client, kafkaOauthScope, kafkaOauthTokenFile, kafkaOauthExtensions)) {
      return ['KAFKA_SASL_MECHANISM: expected oauthbearer where a KAFKA_OAUTH_… is set'];
    }
    if (!isSet(mechanism, ...user) || ![mechanism, ...user].includes(undefined)) return [];
    return ['KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: expected all or none'];
  }
  const problems: string[] = [];
  if (isSet(...user)) problems.push('KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: expected none with oauthbearer');
  if (isSet(kafkaOauthTokenFile) === isSet(...client, kafkaOauthScope)) {
    problems.push('KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_TOKEN_FILE: expected one of them with oauthbearer');
  } else if (!isSet(kafkaOauthTokenFile) && client.includes(undefined)) {
    problems.push('KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET: expected all of them');
  }
  return problems;
}

/** Contradictions of certificates that cannot be read or do not match their key; otherwise the first connection would fail. */
function tlsProblems({ kafkaSslCa: ca, kafkaSslCert: cert, kafkaSslKey: key }: KafkaSettings): string[] {
  const problems: string[] = [];
  const tryOut = (names: string, accepted: string, use: () => unknown) => {
    try {
      use();
    } catch {
      problems.push(`${names}: expected ${accepted}`); // the error's own message may quote the setting
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
 * Connection to the brokers from the settings.
 * @param clientId name of the client in the brokers' logs and quotas
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
  if (mechanism === 'oauthbearer') {
    return { mechanism, token: tokenOf(settings), extensions: settings.kafkaOauthExtensions };
  }
  if (mechanism === undefined || username === undefined || password === undefined) return undefined;
  return { mechanism, username, password };
}

/** `kafkaProblems` has checked that either the file or all of URL, id and secret are set. */
function tokenOf(settings: KafkaSettings): TokenSource {
  const { kafkaOauthTokenFile, kafkaOauthTokenUrl: url = '', kafkaOauthScope: scope } = settings;
  if (kafkaOauthTokenFile !== undefined) return fileToken(kafkaOauthTokenFile);
  const { kafkaOauthClientId: clientId = '', kafkaOauthClientSecret: clientSecret = '' } = settings;
  return clientCredentialsToken({ url, clientId, clientSecret, scope });
}
