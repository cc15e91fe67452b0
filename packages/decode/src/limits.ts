const MIB = 1024 * 1024;

/** What one body may hold (contract: Limits). Lengths are in characters, which are code points; sizes in bytes. */
export interface Limits {
  readonly inflatedBytes: number;
  /** Spans, observations or points of one request. */
  readonly items: number;
  /**
   * Attributes of one request with the values nested in them; likewise its events, links, resources and scopes, and the
   * values of one JSON text, keys included.
   */
  readonly attributes: number;
  /** Objects and arrays inside one another in one free-form value. */
  readonly nesting: number;
  /** One input, output or metadata value. */
  readonly valueBytes: number;
  /** Members of one metadata object. */
  readonly metadataMembers: number;
  /** One span, observation or trace with all that it holds, as JSON. */
  readonly itemBytes: number;
  /** JSON that is parsed at once; longer lists are read element by element. For tests: results do not depend on it. */
  readonly wholeBytes: number;
  /** Trace and observation name. */
  readonly nameLength: number;
  /** userId, sessionId, version, release, environment, model, one tag. */
  readonly fieldLength: number;
  readonly tags: number;
}

export const DEFAULT_LIMITS: Limits = {
  inflatedBytes: 64 * MIB,
  items: 50_000,
  attributes: 1_000_000,
  nesting: 64,
  valueBytes: 8 * MIB,
  metadataMembers: 10_000,
  itemBytes: 18 * MIB,
  wholeBytes: MIB,
  nameLength: 1000,
  fieldLength: 500,
  tags: 200,
};
