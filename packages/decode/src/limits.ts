import { ITEM_LIMITS, REQUEST_LIMITS } from '@sluice/record';

const MIB = 1024 * 1024;

/** Limits of one body (contract: Limits). Sizes are in bytes. */
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
}

export const DEFAULT_LIMITS: Limits = {
  inflatedBytes: REQUEST_LIMITS.inflatedBytes,
  items: REQUEST_LIMITS.items,
  attributes: REQUEST_LIMITS.attributes,
  nesting: ITEM_LIMITS.nesting,
  valueBytes: ITEM_LIMITS.valueBytes,
  metadataMembers: ITEM_LIMITS.metadataMembers,
  itemBytes: 18 * MIB,
  wholeBytes: MIB,
};
