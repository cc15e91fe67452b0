import './postgres-setup';

/** Stops the run's Postgres, which deletes every database of the run. */
export default async function postgresTeardown(): Promise<void> {
  await globalThis.sluiceTestServer?.stop();
}
