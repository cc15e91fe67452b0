import type { Client } from 'pg';

interface Step {
  /** 1, 2, 3, … without gaps. */
  readonly version: number;
  readonly name: string;
  /**
   * The oldest program that works on the schema after this step, by the version that it knows: while a release is replaced, or
   * taken back, both work on the newer schema. The version before, where the step adds only what older programs need not know; its
   * own, where it takes away or changes something.
   */
  readonly oldestProgram: number;
}

/** Statements that depend on what the database has by then, as its partitions. */
export type StatementsOf = (client: Client) => Promise<readonly string[]>;

interface TransactionalStep extends Step {
  readonly transactional: true;
  readonly sql: string;
}

/** For statements that Postgres refuses inside a transaction (CREATE INDEX CONCURRENTLY). */
export interface RepeatableStep extends Step {
  readonly transactional: false;
  /** One after the other. All of them are run again where one has failed, or the program was ended: each finds what is done. */
  readonly sql: readonly (string | StatementsOf)[];
}

/** One step of the schema. Steps are applied in order of version, each once. */
export type Migration = TransactionalStep | RepeatableStep;
