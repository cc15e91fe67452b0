import { setServerUrl } from '../servers/run-addresses';
import { type HeldServer, holdServer } from './hold-server';

declare global {
  // Shares the server between Jest's global set-up and teardown, which have no other connection.
  var sluiceTestServer: HeldServer | undefined;
}

/** Starts the Postgres of the run. */
export default async function postgresSetup(): Promise<void> {
  globalThis.sluiceTestServer = await holdServer('run-postgres.ts');
  const { answer } = globalThis.sluiceTestServer;
  if ('address' in answer) setServerUrl(answer.address);
}
