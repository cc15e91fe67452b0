import type { ContentEncoding } from '@sluice/decode';
import type { EncodedRecords } from '@sluice/record';
import type { Job, Outcome } from '../read';

/** A body to be read, as received. Its bytes are transferred. */
export interface LargeBody {
  readonly wire: Uint8Array;
  readonly encoding: ContentEncoding;
  /** Decompressed size up to which the reader need not ask. */
  readonly reserved: number;
  /** Limit of one record on the bus, in bytes. */
  readonly maxRecordBytes: number;
  readonly job: Job;
}

/** Message to the reader. After each of its requests, `go` lets it continue and `stop` makes it drop the body. */
export type ToReader = { readonly type: 'read'; readonly body: LargeBody } | { readonly type: 'go' | 'stop' };

/**
 * Message of the reader. Requests are `larger`, before it inflates a body beyond the reserved size, `checked`, when all of it was read, and
 * `records`, before it sends more of them. After `ended` it is free; `heldBytes` is its memory then.
 */
export type FromReader =
  | { readonly type: 'larger' }
  | { readonly type: 'inflated'; readonly bytes: number }
  | { readonly type: 'checked'; readonly items: number }
  | { readonly type: 'records'; readonly records: EncodedRecords }
  | { readonly type: 'ended'; readonly ending: Ending; readonly heldBytes: number };

/** End of the reading of a body. `done` contains the last records, in portions. */
export type Ending =
  | { readonly type: 'done'; readonly outcome: Outcome; readonly last: readonly EncodedRecords[] }
  | { readonly type: 'refused'; readonly kind: 'invalid' | 'too-large'; readonly message: string }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'stopped' };
