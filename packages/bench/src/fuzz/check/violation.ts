/** Violated rule. */
export interface Violation {
  /** Input that violates it, where known. */
  readonly index: number | undefined;
  /** Number of the project; undefined: any. */
  readonly projectNo?: number;
  /** Violation in one sentence. */
  readonly what: string;
}
