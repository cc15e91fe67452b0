const MIB = 1024 * 1024;

/** What one body may hold (contract: Limits). Lengths are in characters, which are code points; sizes in bytes. */
export interface Limits {
  readonly inflatedBytes: number;
  /** Spans, observations or points of one request. */
  readonly items: number;
  /** Attributes of one request with the values nested in them; likewise its events, links, resources and scopes. */
  readonly attributes: number;
  /** Objects and arrays inside one another in one free-form value. */
  readonly nesting: number;
  /** One input, output or metadata value. */
  readonly valueBytes: number;
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
  nameLength: 1000,
  fieldLength: 500,
  tags: 200,
};
