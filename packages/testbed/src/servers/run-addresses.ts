import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of a run's servers, from its set-up to its test files: Jest's workers inherit the environment. */
const SERVER_URL = 'SLUICE_TEST_SERVER_URL';
const DATABASE_URL = 'SLUICE_TEST_DATABASE_URL';
const BROKERS = 'SLUICE_TEST_BROKERS';
const PRODUCT_URL = 'SLUICE_TEST_PRODUCT_URL';
const PRODUCT_FOLDER = 'SLUICE_TEST_PRODUCT_FOLDER';

/** Database from which the database of every test file is copied. */
export const TEMPLATE_DATABASE = 'sluice_template';

export function setServerUrl(url: string): void {
  process.env[SERVER_URL] = url;
}

/** URL of the server of this run. */
export function serverUrl(): string {
  return required(SERVER_URL, NO_POSTGRES);
}

export function setDatabaseUrl(url: string): void {
  process.env[DATABASE_URL] = url;
}

/**
 * URL of the migrated, empty database of the calling test file, with the rights of a superuser.
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
 * Brokers of this run, each as host:port. All test files share them: create topics and groups of your own.
 * @throws Error in a test outside of the Jest project `kafka`
 */
export function testBrokers(): string[] {
  return required(BROKERS, NO_BROKER).split(',');
}

/** @param dataDir folder of its data */
export function setProduct(url: string, dataDir = ''): void {
  process.env[PRODUCT_URL] = url;
  process.env[PRODUCT_FOLDER] = dataDir;
}

/** URL of the product of this run; undefined if no browser is installed, and so no product was started. */
export function testProductUrl(): string | undefined {
  return process.env[PRODUCT_URL];
}

/**
 * Returns the URL by which SQL reads the database of this run's product, with the rights of readers, as the guide has it (docs/guides/sql.md).
 */
export function productDatabaseUrl(): string {
  const folder = join(process.env[PRODUCT_FOLDER] ?? '', 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const port = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?options=-crole%3Dsluice_reader`;
}

/** Project of the product for the file of journeys through several projects; other test files do not use it. */
export const SECOND_PROJECT = 'second';

/** Token of a project: each test file has a project of its own, so that no file reads the data of others. */
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
