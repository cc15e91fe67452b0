import './postgres-setup';

/** Stops the run's Postgres, which drops every database of the run with it. */
export default async function postgresTeardown(): Promise<void> {
  await globalThis.sluiceTestServer?.stop();
}
