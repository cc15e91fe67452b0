/** This machine has no broker and cannot start one; the message names the packages to install. */
export class MissingBrokerError extends Error {
  override readonly name = 'MissingBrokerError';
}

/** Advice on how to get a broker. */
export const WAYS_TO_A_BROKER =
  'set KAFKA_BROKERS to one that may be used, or start Docker (not for TLS, nor for several nodes), or install Java 17 and Maven (Debian: apt-get install openjdk-17-jre-headless maven)';
