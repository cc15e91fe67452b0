import { ITEM_LIMITS } from '@sluice/record';
import type { Micros } from '@sluice/record';

/** Sizes beyond which a value is not stored under its own name (contract: Limits). */
export interface NormalizeLimits {
  /** Size of an input, output or metadata value, in bytes of UTF-8. */
  readonly valueBytes: number;
  /** Members of the metadata of one span, or of the metadata that one span has for its trace. */
  readonly metadataMembers: number;
  /** Names of attributes of spans, their events and links, resources and scopes, in characters. */
  readonly attributeNameLength: number;
  /** Tags that one request has for one trace. */
  readonly tags: number;
  /**
   * Text that is repeated in the metadata of every span of a request, its resource and scope, in UTF-16 units over all its spans: a small
   * request must not become a large one.
   */
  readonly repeatedLength: number;
  /**
   * Size of a record on the bus, in bytes; a single observation or point above this limit still becomes one record. The log contains once
   * what a record repeats: the larger the records, the less often the conversation of an agent.
   */
  readonly recordBytes: number;
}

export const DEFAULT_LIMITS: NormalizeLimits = {
  valueBytes: ITEM_LIMITS.valueBytes,
  metadataMembers: ITEM_LIMITS.metadataMembers,
  attributeNameLength: 1024,
  tags: ITEM_LIMITS.tags,
  repeatedLength: 64 * 1024 * 1024,
  recordBytes: 3 * 1024 * 1024,
};

/** Inputs of the conversion of traces into records. */
export interface NormalizeContext {
  /** Time when the request was received. */
  readonly receivedAt: Micros;
  /** Returns a new UUID at each call. */
  readonly newRecordId: () => string;
  /**
   * Product prefixes of attributes, in order of precedence: `langfuse`, `vendor`. Pass the same array with every request: the readers
   * derived from it are cached by the array's identity.
   */
  readonly prefixes: readonly string[];
  readonly limits: NormalizeLimits;
}

/** Inputs of the conversion of a list of items into records. */
export interface ListContext {
  /** Time when the request was received. */
  readonly receivedAt: Micros;
  /** Returns the UUID of a chunk of the request, counted from 0: the same for a repeated request, if it has to be. */
  readonly recordIdOfChunk: (index: number) => string;
  readonly limits: NormalizeLimits;
}
