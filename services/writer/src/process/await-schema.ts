import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, OutsideError, createOutageLog } from '@sluice/runtime';
import { SCHEMA_VERSION, type SchemaState } from '@sluice/store/migrate';

export interface AwaitSchemaOptions {
  /** Reads the state of the database's schema; rejects while the database is unreachable. */
  readonly look: () => Promise<SchemaState>;
  /** Reason why nothing may be written to a database that has the schema; undefined: it may. Rejects while the database is unreachable. */
  readonly refusal?: () => Promise<string | undefined>;
  readonly logger: Logger;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Interval of the checks in milliseconds. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;

/**
 * Waits until the database has the schema that this release needs, with its rights: a migration may run while this process starts, and a
 * backup may have been restored without them.
 * @returns whether the schema is there; false if the signal ended the wait
 * @throws OutsideError if this release cannot work on the schema, even after a migration, or with the refusal
 */
export async function awaitSchema(options: AwaitSchemaOptions): Promise<boolean> {
  const { look, refusal, logger, signal, everyMs = EVERY_MS } = options;
  const outage = createOutageLog({
    logger,
    lost: 'waiting for the database and its schema',
    back: 'the database has the schema that is needed',
  });
  while (!signal.aborted) {
    try {
      const { version: found, problem, repairs } = await look();
      if (problem !== undefined) throw new OutsideError(problem);
      if (found >= SCHEMA_VERSION && repairs.length === 0) {
        const words = await refusal?.();
        if (words !== undefined) throw new OutsideError(words);
        outage.worked();
        return !signal.aborted;
      }
      outage.failed(new Error(found < SCHEMA_VERSION ? older(found) : missing(repairs)));
    } catch (error) {
      if (error instanceof OutsideError) throw error;
      outage.failed(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

function older(version: number): string {
  return `the schema has version ${version}, ${SCHEMA_VERSION} is needed: migrate the database`;
}

function missing(repairs: readonly string[]): string {
  return `owners or rights in the database are missing, ${repairs.length} in all: migrate the database, or run ${repairs[0] ?? ''}`;
}
