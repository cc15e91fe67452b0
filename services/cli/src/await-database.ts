import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, messageOf } from '@sluice/runtime';
import { sessionUser } from '@sluice/store/migrate';
import { classifyFailure } from '@sluice/store/write';

const PAUSE_MS = 1000;

/**
 * Waits until a Postgres accepts the user of the URL. Temporary failures are retried: a refused connection, an unknown host, a server that
 * starts. The last attempt begins within the time limit, and ends some seconds later at most.
 * @param seconds 0: one attempt
 * @throws {Error} with the last reason, when the time is over
 * @throws the driver's error at once if waiting cannot help: a wrong password, no such database, no TLS
 */
export async function awaitDatabase(databaseUrl: string, seconds: number, logger: Logger): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sessionUser(databaseUrl);
      return;
    } catch (error) {
      if (classifyFailure(error) !== 'retry') throw error;
      const reason = messageOf(error);
      if (performance.now() + PAUSE_MS > end) {
        throw new Error(`Postgres did not answer within ${seconds} s (--wait): ${reason}`, { cause: error });
      }
      if (attempt === 1) logger.warn(`waiting for Postgres, up to ${seconds} s`, { reason });
      await sleep(PAUSE_MS);
    }
  }
}
