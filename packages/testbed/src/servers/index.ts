export {
  TEMPLATE_DATABASE,
  hasBroker,
  productDatabaseUrl,
  SECOND_PROJECT,
  productToken,
  setBrokers,
  setDatabaseUrl,
  setProduct,
  setServerUrl,
  testBrokers,
  testDatabaseUrl,
  testProductUrl,
} from './run-addresses';
export type { Brokers } from './kafka/brokers';
export { allowOnly } from './kafka/restrict-user';
export type { Right } from './kafka/restrict-user';
export { configureTopic } from './kafka/configure-topic';
export { logEnds } from './kafka/log-ends';
export type { LogEnd } from './kafka/log-ends';
export { MissingBrokerError } from './kafka/missing-broker-error';
export { produceRaw } from './kafka/produce-raw';
export { readLog, scanLog } from './kafka/read-log';
export { BROKER_USER, unsignedToken } from './kafka/secured-listeners';
export { startTestBroker } from './kafka/start-broker';
export type { TestBroker, TestBrokerOptions, Way } from './kafka/test-broker';
export { createTestDatabase } from './postgres/create-database';
export { asRole, databaseUrl } from './postgres/database-url';
export { installedPostgres, startInstalledServer, startReplica } from './postgres/installed-server';
export type { InstalledPostgres, InstalledServer } from './postgres/installed-server';
export { connected, queryAll } from './postgres/queries';
export { startTestServer } from './postgres/start-server';
