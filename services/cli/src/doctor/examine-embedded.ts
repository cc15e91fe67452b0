import { inspectDatabase, listLockHolders, measureStorage } from '@sluice/store/operate';
import type { EmbeddedDatabase } from '../embedded-database';
import { inquire } from './inquiry';
import { type Finding, findingsAbout } from './finding';
import { judgeClock, judgeSchema, judgeServer } from './judge-database';
import { judgeDays } from './judge-days';
import { judgeDerived } from './judge-derived';
import { judgeLocks } from './judge-locks';
import { judgeRetention, judgeRoom } from './judge-storage';
import { watchLocks } from './watch-locks';

export interface EmbeddedContext {
  /** RETENTION_DAYS of the server. */
  readonly retentionDays: number | undefined;
  /** Returns this machine's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Checks a standalone server by its own database: it has no brokers, and its logins are made again at each start. */
export async function examineEmbedded(database: EmbeddedDatabase, context: EmbeddedContext): Promise<Finding[]> {
  const { url, folder } = database;
  const room = await inquire('disk', database, (known) => known.room(), 'DATA_DIR');
  const disk = [...room.findings, ...(room.found === undefined ? [] : [judgeRoom(room.found)])];
  if (url === undefined) {
    const about = findingsAbout('database');
    return [about.wrong(`the one in ${folder} does not run`, 'start the server; its log has why it ended'), ...disk];
  }
  const { outcome, holders = [] } = await watchLocks(
    () => listLockHolders(url),
    () => examineRunning(url, folder, context),
  );
  return [...outcome, ...disk, ...judgeLocks(holders)];
}

async function examineRunning(url: string, folder: string, { retentionDays, now }: EmbeddedContext) {
  const { found, findings } = await inquire('database', url, (known) => inspectDatabase(known, now), 'DATA_DIR');
  if (found === undefined) return findings;
  const schema = judgeSchema(found);
  const first = findingsAbout('database').ok(
    `Postgres ${found.version} in ${folder}, schema version ${found.schemaVersion}`,
  );
  const judged = [first, ...judgeServer(found), ...schema, ...judgeClock(found)];
  if (schema.length > 0) return judged;
  const [derived, days, storage] = await Promise.all([
    judgeDerived(url, 'DATA_DIR'),
    judgeDays(url, 'DATA_DIR'),
    inquire('retention', url, measureStorage, 'DATA_DIR'),
  ]);
  const retention = storage.found === undefined ? storage.findings : [judgeRetention(storage.found, retentionDays)];
  return [...judged, ...derived, ...days, ...retention];
}
