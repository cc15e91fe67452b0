import './global-setup';

/** Stops the run's Postgres, which drops every database of the run with it. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.sluiceTestServer?.stop();
}
