import { ITEM_LIMITS } from '@sluice/record';
import type { Micros } from '@sluice/record';

/** Sizes beyond which a value is not kept where it was sent (contract: Limits). */
export interface NormalizeLimits {
  /** One input, output or metadata value, in bytes of UTF-8. */
  readonly valueBytes: number;
  /** Members of the metadata of one span, or of the metadata that one span has for its trace. */
  readonly metadataMembers: number;
  /** Names of attributes of spans, their events and links, resources and scopes, in characters. */
  readonly attributeNameLength: number;
  /** Tags that one request has for one trace. */
  readonly tags: number;
  /**
   * What is repeated in the metadata of every span of a request, its resource and scope, in UTF-16 units over all its
   * spans: a small request must not become a large one.
   */
  readonly repeatedLength: number;
  /** One record on the bus, in bytes; a single observation or point above it still makes one record. */
  readonly recordBytes: number;
}

export const DEFAULT_LIMITS: NormalizeLimits = {
  valueBytes: ITEM_LIMITS.valueBytes,
  metadataMembers: ITEM_LIMITS.metadataMembers,
  attributeNameLength: 1024,
  tags: ITEM_LIMITS.tags,
  repeatedLength: 64 * 1024 * 1024,
  recordBytes: 900 * 1024,
};

/** What the traces of one request become records with. */
export interface NormalizeContext {
  /** When the request was received. */
  readonly receivedAt: Micros;
  /** A new UUID at each call. */
  readonly newRecordId: () => string;
  /**
   * Product prefixes of attributes, in order of precedence: `langfuse`, `vendor`. Pass the same array with every
   * request: what is derived from it is kept beside it.
   */
  readonly prefixes: readonly string[];
  readonly limits: NormalizeLimits;
}

/** What the items of one list become records with. */
export interface ListContext {
  /** When the request was received. */
  readonly receivedAt: Micros;
  /** The UUID of a chunk of the request, counted from 0: the same for a repeated request where it has to be. */
  readonly recordIdOfChunk: (index: number) => string;
  readonly limits: NormalizeLimits;
}
