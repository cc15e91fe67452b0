import type { ContentEncoding } from '@sluice/decode';
import type { EncodedRecords } from '@sluice/record';
import type { Job, Outcome } from '../read';

/** A body that is to be read, as it came over the wire. Its bytes are handed over. */
export interface LargeBody {
  readonly wire: Uint8Array;
  readonly encoding: ContentEncoding;
  /** Bytes that it may inflate to without asking. */
  readonly reserved: number;
  /** Bytes that one record may have on the bus. */
  readonly maxRecordBytes: number;
  readonly job: Job;
}

/** To the reader. It goes on with `go`, or leaves the body with `stop`, wherever it has asked. */
export type ToReader = { readonly type: 'read'; readonly body: LargeBody } | { readonly type: 'go' | 'stop' };

/**
 * From the reader. It asks with `larger`, before it inflates a body to more than was reserved, with `checked`, when all of it
 * was read, and with `records`, before it sends more of them. After `ended` it is free; `heldBytes` is what it has in its memory then.
 */
export type FromReader =
  | { readonly type: 'larger' }
  | { readonly type: 'inflated'; readonly bytes: number }
  | { readonly type: 'checked'; readonly items: number }
  | { readonly type: 'records'; readonly records: EncodedRecords }
  | { readonly type: 'ended'; readonly ending: Ending; readonly heldBytes: number };

/** How the reading of a body ended. With `done` come its last records, in portions. */
export type Ending =
  | { readonly type: 'done'; readonly outcome: Outcome; readonly last: readonly EncodedRecords[] }
  | { readonly type: 'refused'; readonly kind: 'invalid' | 'too-large'; readonly message: string }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'stopped' };
