/** One step of the schema. Steps are applied in order of version, each once. */
export interface Migration {
  /** 1, 2, 3, … without gaps. */
  readonly version: number;
  readonly name: string;
  /** False for statements that Postgres refuses inside a transaction (CREATE INDEX CONCURRENTLY). */
  readonly transactional: boolean;
  readonly sql: string;
}
