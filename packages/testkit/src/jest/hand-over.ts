/** How the set-up of a run tells its test files where the server is: the environment is inherited by Jest's workers. */
const SERVER_URL = 'SLUICE_TEST_SERVER_URL';
const DATABASE_URL = 'SLUICE_TEST_DATABASE_URL';

/** The database that every test file's own one is copied from. */
export const TEMPLATE_DATABASE = 'sluice_template';

export function setServerUrl(url: string): void {
  process.env[SERVER_URL] = url;
}

/** The server of this run. */
export function serverUrl(): string {
  return required(SERVER_URL);
}

export function setDatabaseUrl(url: string): void {
  process.env[DATABASE_URL] = url;
}

/**
 * The migrated, empty database of the test file that asks, with the rights of a superuser.
 * @throws Error in a test outside of the Jest project `it`
 */
export function testDatabaseUrl(): string {
  return required(DATABASE_URL);
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error('there is no Postgres here: run this test in the Jest project "it" (x.it.test.ts)');
  return value;
}
