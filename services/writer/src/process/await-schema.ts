import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, OutsideError, createOutageLog } from '@sluice/runtime';
import { SCHEMA_VERSION } from '@sluice/store/migrate';

export interface AwaitSchemaOptions {
  /** The schema version of the database, 0 without any; rejects while it is away. */
  readonly version: () => Promise<number>;
  readonly logger: Logger;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Between two looks, in milliseconds. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;

/**
 * Waits until the database has the schema that this release needs: a migration may run while this process starts.
 * @returns whether it is there; false where the signal came before
 * @throws OutsideError where a newer release has made the schema: this one does not know what it would write to
 */
export async function awaitSchema(options: AwaitSchemaOptions): Promise<boolean> {
  const { version, logger, signal, everyMs = EVERY_MS } = options;
  const outage = createOutageLog({
    logger,
    lost: 'waiting for the database and its schema',
    back: 'the database has the schema that is needed',
  });
  while (!signal.aborted) {
    try {
      const found = await version();
      if (found > SCHEMA_VERSION) {
        const words = `the database has schema version ${found}, this program knows ${SCHEMA_VERSION}`;
        throw new OutsideError(`${words}: start a newer release`);
      }
      if (found === SCHEMA_VERSION) {
        outage.worked();
        return !signal.aborted;
      }
      outage.failed(new Error(`the schema has version ${found}, ${SCHEMA_VERSION} is needed: migrate the database`));
    } catch (error) {
      if (error instanceof OutsideError) throw error;
      outage.failed(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
