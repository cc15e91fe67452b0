/** One step of the schema. Steps are applied in order of version, each once. */
export interface Migration {
  /** 1, 2, 3, … without gaps. */
  readonly version: number;
  readonly name: string;
  /**
   * The oldest program that works on the schema after this step, by the version that it knows: while a release is replaced, or
   * taken back, both work on the newer schema. The version before, where the step adds only what older programs need not know; its
   * own, where it takes away or changes something.
   */
  readonly oldestProgram: number;
  /** False for statements that Postgres refuses inside a transaction (CREATE INDEX CONCURRENTLY). */
  readonly transactional: boolean;
  readonly sql: string;
}
