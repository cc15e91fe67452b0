/**
 * What the failure of one request to the brokers means.
 * - `too-large`: the brokers never take this batch.
 * - `refused`: trying again cannot help before an operator has done something: a missing right, a wrong setting.
 * - `retry`: everything else: connections, elections, too few replicas, and what nobody has foreseen.
 */
export type FailureKind = 'too-large' | 'refused' | 'retry';

/** Names of Kafka's protocol errors. */
const TOO_LARGE = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
const REFUSED = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'UNSUPPORTED_COMPRESSION_TYPE',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_TIMESTAMP',
  'INVALID_RECORD',
]);
const REFUSED_NAMES = new Set(['KafkaJSSASLAuthenticationError', 'KafkaJSNotImplemented']);

/** Errors of the library as they are looked at here; its classes lie in wrappers of each other. */
interface LibraryError {
  readonly name: string;
  readonly message: string;
  /** Of a protocol error. */
  readonly type: string | undefined;
  readonly retriable: boolean | undefined;
}

/** The error and what caused it, the outermost first. */
function chainOf(error: unknown): LibraryError[] {
  const chain: LibraryError[] = [];
  for (let at: unknown = error; typeof at === 'object' && at !== null && chain.length < 10;) {
    const { name, message, type, retriable, cause } = at as Partial<Record<string, unknown>>;
    chain.push({
      name: typeof name === 'string' ? name : '',
      message: typeof message === 'string' ? message : '',
      type: typeof type === 'string' ? type : undefined,
      retriable: typeof retriable === 'boolean' ? retriable : undefined,
    });
    at = cause;
  }
  return chain;
}

export function failureKind(error: unknown): FailureKind {
  for (const { name, type } of chainOf(error)) {
    if (type !== undefined && TOO_LARGE.has(type)) return 'too-large';
    if ((type !== undefined && REFUSED.has(type)) || REFUSED_NAMES.has(name)) return 'refused';
  }
  return 'retry';
}

/** The protocol error in an error of the library, by its name; undefined where there is none. */
export function protocolError(error: unknown): string | undefined {
  return chainOf(error).find(({ type }) => type !== undefined)?.type;
}

const AWAY_NAMES = new Set([
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSMetadataNotLoaded',
  'KafkaJSTopicMetadataNotLoaded',
  'KafkaJSLockTimeout',
]);

/** Whether brokers that are away or in motion explain the error, so that it passes with them. */
export function isAway(error: unknown): boolean {
  return chainOf(error).some(
    ({ name, type, retriable }) => AWAY_NAMES.has(name) || (type !== undefined && retriable === true),
  );
}

/** Whether it is known what happened, by an error of the brokers or of a connection. Else the client's own state is in doubt. */
export function isExplained(error: unknown): boolean {
  return isAway(error) || protocolError(error) !== undefined;
}

/** One line for a log or another error. */
export function describe(error: unknown): string {
  return chainOf(error)[0]?.message ?? String(error);
}

/** Messages of the library and of TLS, and the settings that an operator should look at then. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /OAUTHBEARER authentication failed/,
    'the brokers refuse the token: look at KAFKA_OAUTH_TOKEN_URL or KAFKA_OAUTH_TOKEN_FILE',
  ],
  [
    /SASL (SCRAM )?[\w-]{1,40} (authentication failed|mechanism is not supported)/,
    'the brokers refuse the user: look at KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
  ],
  [
    /self-signed certificate|unable to (verify|get) [a-z ]{0,40}(certificate|issuer)|certificate has expired/,
    'the certificate of the broker is not known: look at KAFKA_SSL_CA',
  ],
  [/does not match certificate/, 'the certificate of the broker has other names: look at KAFKA_BROKERS'],
  [
    /wrong version number|packet length too long|disconnected before secure TLS/,
    'the brokers may speak no TLS there: look at KAFKA_BROKERS and KAFKA_SSL',
  ],
  [
    /alert (bad certificate|certificate required|unknown ca)/,
    'the brokers refuse the certificate: look at KAFKA_SSL_CERT',
  ],
];

/** Which settings a failure of a connection is about, from its words; undefined where it may be about none. */
export function hintOf(words: string): string | undefined {
  return HINTS.find(([pattern]) => pattern.test(words))?.[1];
}
