import { createHash } from 'node:crypto';
import type { Queries, Statement } from './database';
import { INLINE_BYTES, SLICE_BYTES } from './portions';
import { StoreUnavailableError, removedMeanwhile } from './store-error';
import type { LongText } from './trace';

/** Value of a row for text that is too long to be read with it. No JSON text is empty. */
export const TOO_LONG = '';

/** SQL: JSON text, or `TOO_LONG` if it is longer than `most` bytes. @param bytes SQL, the bytes of the text */
export function inlineText(text: string, bytes = `octet_length(${text})`, most = INLINE_BYTES): string {
  return `case when ${bytes} > ${most} then '${TOO_LONG}' else ${text} end`;
}

interface SliceRow {
  readonly slice: string;
  readonly is_last: boolean;
  /** Hash of the whole text, with its last slice. */
  readonly hash: string | null;
}

const CHANGED = 'a value changed while it was read: try again';

/**
 * Reads one text slice by slice, each with a statement of its own, so that neither memory nor a connection is held for all of it. If the
 * text changes meanwhile, the read rejects, because parts of two texts are no text: the hash of the returned slices detects that.
 *
 * A slice may end within a character. It is sent as text in which each byte is the character of its number, which needs no more room on the
 * wire (as hex would) and one byte a character as a string.
 * @param source statement that returns the text as a column `text` of one row
 */
export async function* readLongText(queries: Queries, source: Statement): LongText {
  const given = createHash('sha256');
  for (let from = 0; ; from += SLICE_BYTES) {
    const [row] = await queries.query<SliceRow>({
      text: `
        select convert_from(substring(v.bytes from ${from + 1} for ${SLICE_BYTES}), 'LATIN1') as slice,
               length(v.bytes) <= ${from + SLICE_BYTES} as is_last,
               case when length(v.bytes) <= ${from + SLICE_BYTES} then encode(sha256(v.bytes), 'hex') end as hash
        from (select convert_to(s.text, 'UTF8') as bytes from (${source.text}) s offset 0) v
        where v.bytes is not null`,
      values: source.values ?? [],
    });
    if (row === undefined) throw removedMeanwhile();
    const slice = Buffer.from(row.slice, 'latin1');
    given.update(slice);
    if (row.is_last && row.hash !== given.digest('hex')) throw new StoreUnavailableError(CHANGED);
    yield slice;
    if (row.is_last) return;
  }
}
