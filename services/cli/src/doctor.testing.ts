import type { Surroundings } from './doctor/examine-installation';
import type { Finding } from './doctor/finding';
import { runCommand } from './run-command.testing';

/** Surroundings of an installation without any settings. */
export const SURROUNDINGS: Surroundings = {
  brokers: undefined,
  databaseUrl: undefined,
  databaseReadUrl: undefined,
  databaseOwnerUrl: undefined,
  projectId: undefined,
  writeConcurrency: 4,
  readConnections: 10,
  retentionDays: undefined,
  databaseDiskBytes: undefined,
  pauseMs: 10,
  findEmbedded: () => Promise.resolve(undefined),
  now: Date.now,
};

/** Runs `sluice doctor`; `lines` are those of a terminal. */
export const doctor = (env: NodeJS.ProcessEnv, ...args: string[]) => runCommand(['doctor', ...args], env);

/** Returns its findings other than ok. */
export async function troubles(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { lines } = await doctor(env, '--json');
  return lines
    .map((line) => JSON.parse(line) as Finding)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, about, found, change }) => `${level} ${about}: ${found}; ${change ?? ''}`);
}
