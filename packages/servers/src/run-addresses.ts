/** The addresses of a run's servers, from its set-up to its test files: Jest's workers inherit the environment. */
const SERVER_URL = 'SLUICE_TEST_SERVER_URL';
const DATABASE_URL = 'SLUICE_TEST_DATABASE_URL';
const BROKERS = 'SLUICE_TEST_BROKERS';
const PRODUCT_URL = 'SLUICE_TEST_PRODUCT_URL';

/** The database that every test file's own one is copied from. */
export const TEMPLATE_DATABASE = 'sluice_template';

export function setServerUrl(url: string): void {
  process.env[SERVER_URL] = url;
}

/** The server of this run. */
export function serverUrl(): string {
  return required(SERVER_URL, NO_POSTGRES);
}

export function setDatabaseUrl(url: string): void {
  process.env[DATABASE_URL] = url;
}

/**
 * The migrated, empty database of the test file that asks, with the rights of a superuser.
 * @throws Error in a test outside of the Jest project `it`
 */
export function testDatabaseUrl(): string {
  return required(DATABASE_URL, NO_POSTGRES);
}

/** @param brokers host:port, comma separated */
export function setBrokers(brokers: string): void {
  process.env[BROKERS] = brokers;
}

export function hasBroker(): boolean {
  return process.env[BROKERS] !== undefined;
}

/**
 * The brokers of this run, each as host:port. All test files share them: make topics and groups of your own.
 * @throws Error in a test outside of the Jest project `kafka`
 */
export function testBrokers(): string[] {
  return required(BROKERS, NO_BROKER).split(',');
}

export function setProductUrl(url: string): void {
  process.env[PRODUCT_URL] = url;
}

/** Where the product of this run is; undefined where no browser is installed, and so none was started. */
export function testProductUrl(): string | undefined {
  return process.env[PRODUCT_URL];
}

/** A project of the product beside those of test files, for the file of journeys through several projects. */
export const SECOND_PROJECT = 'second';

/** Its credentials for a project: each test file has one of its own, so that nobody sees what others have sent. */
export function productToken(project: string): string {
  return `token-of-the-project-${project}`;
}

const NO_POSTGRES = 'there is no Postgres here: run this test in the Jest project "it" (x.it.test.ts)';
const NO_BROKER = 'there is no broker here: run this test in the Jest project "kafka" (x.kafka.test.ts)';

function required(name: string, otherwise: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(otherwise);
  return value;
}
