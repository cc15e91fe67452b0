import { createHash } from 'node:crypto';
import type { Queries, Statement } from './database';
import { INLINE_BYTES, SLICE_BYTES } from './portions';
import { StoreUnavailableError, removedMeanwhile } from './store-error';
import type { LongText } from './trace';

/** What stands in a row for text that is too long to be read with it. No JSON text is empty. */
export const TOO_LONG = '';

/** SQL: JSON text, or `TOO_LONG` where the column that it is made of has more bytes. */
export function inlineText(text: string, bytes: number = INLINE_BYTES, column = text): string {
  return `case when octet_length(${column}) > ${bytes} then '${TOO_LONG}' else ${text} end`;
}

interface SliceRow {
  readonly slice: string;
  readonly is_last: boolean;
  /** Of the whole text, with its last slice. */
  readonly hash: string | null;
}

const CHANGED = 'a value changed while it was read: try again';

/**
 * Reads one text slice by slice, each with a statement of its own, so that neither memory nor a connection is held for
 * all of it. A text that changes meanwhile is not completed, because parts of two texts are none: that is found out by
 * the hash of what was given.
 *
 * A slice may end within a character. It comes as text in which each byte is the character of its number, which
 * neither needs more room on the way (as hex would) nor more than one byte a character as a string.
 * @param source gives the text as a column `text` of one row
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
