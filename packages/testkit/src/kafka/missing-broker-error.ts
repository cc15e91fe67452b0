/** This machine has no broker for tests; the message names what to install. */
export class MissingBrokerError extends Error {
  override readonly name = 'MissingBrokerError';
}

/** What gives a machine a broker for tests. */
export const WAYS_TO_A_BROKER =
  'set KAFKA_BROKERS to a broker that tests may use, or start Docker, or install Java 17 and Maven (Debian: apt-get install openjdk-17-jre-headless maven)';
