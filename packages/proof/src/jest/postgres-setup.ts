import { setServerUrl } from '../../../servers/src/run-addresses';
import { type HeldServer, holdServer } from './hold-server';

declare global {
  // The only way from the global set-up to the global teardown.
  var sluiceTestServer: HeldServer | undefined;
}

/** Starts the Postgres of the run. */
export default async function postgresSetup(): Promise<void> {
  globalThis.sluiceTestServer = await holdServer('run-postgres.ts');
  const { answer } = globalThis.sluiceTestServer;
  if ('address' in answer) setServerUrl(answer.address);
}
