/**
 * Meaning of the failure of one request to the brokers.
 * - `too-large`: the brokers never accept this batch.
 * - `refused`: a retry cannot help before an operator has changed something: a missing right, a wrong setting.
 * - `retry`: everything else: connections, elections, too few replicas, and unknown failures.
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

/** Fields that this module reads of an error of the library; errors wrap each other. */
interface LibraryError {
  readonly name: string;
  readonly message: string;
  /** Name of the protocol error, if the error is one. */
  readonly type: string | undefined;
  readonly retriable: boolean | undefined;
}

/** The error and its causes, the outermost first. */
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

/** Name of the protocol error within an error of the library; undefined without one. */
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

/** Whether unreachable brokers or an election explain the error, so that a retry can succeed. */
export function isAway(error: unknown): boolean {
  return chainOf(error).some(
    ({ name, type, retriable }) => AWAY_NAMES.has(name) || (type !== undefined && retriable === true),
  );
}

/** Whether an error of the brokers or of a connection explains the failure. Otherwise the client's own state is in doubt. */
export function isExplained(error: unknown): boolean {
  return isAway(error) || protocolError(error) !== undefined;
}

/** Message of an error in one line, for a log or another error. */
export function describe(error: unknown): string {
  return chainOf(error)[0]?.message ?? String(error);
}

/** Messages of the library and of TLS, with the settings that an operator should check. */
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
    /self-signed certificate|unable to (verify|get (local )?issuer)|certificate has expired/,
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

/** Hint at the settings that a connection failure is about, from its message; undefined if no setting is known for it. */
export function hintOf(words: string): string | undefined {
  return HINTS.find(([pattern]) => pattern.test(words))?.[1];
}
