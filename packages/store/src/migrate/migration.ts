import { createHash } from 'node:crypto';

interface Step {
  /** 1, 2, 3, … without gaps. */
  readonly version: number;
  readonly name: string;
  /**
   * The oldest program that works on the schema after this step, by the version that it knows: while a release is replaced, or
   * rolled back, both work on the newer schema. The version before, where the step adds only what older programs need not know; its
   * own, where it removes or changes something.
   */
  readonly oldestProgram: number;
}

interface TransactionalStep extends Step {
  readonly transactional: true;
  readonly sql: string;
}

/** For statements that Postgres refuses inside a transaction (CREATE INDEX CONCURRENTLY). */
interface RepeatableStep extends Step {
  readonly transactional: false;
  /** One after the other. All run again where one has failed, or the program was ended: each must work where it has run before. */
  readonly sql: readonly string[];
}

/** One step of the schema. Steps are applied in order of version, each once. */
export type Migration = TransactionalStep | RepeatableStep;

/** SHA-256 of the text of a migration, in hex. The ledger has that of the text that was applied. */
export function hashOf({ sql }: Migration): string {
  return createHash('sha256').update(JSON.stringify(sql)).digest('hex');
}
