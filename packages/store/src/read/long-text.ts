import { createHash } from 'node:crypto';
import { type Range, rangesOf } from '../packs/pack-format';
import type { Queries, Statement } from './database';
import { isReference } from '../packs/packed-text';
import { type PackOwner, readRanges } from './packed-texts';
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

/**
 * Reads one text slice by slice that may be in packs. Its reference is read once, and each slice reads packs of its own: addresses are never
 * used again, so slices are of one text. The read rejects where packs are removed or erased meanwhile.
 * @param source statement that returns the stored value as a column `text` of one row
 */
export async function* readStoredText(queries: Queries, source: Statement, trace: PackOwner): LongText {
  const [row] = await queries.query<{ reference: string | null }>({
    text: `select case when ${isReference('s.text')} then s.text end as reference from (${source.text}) s where s.text is not null`,
    values: source.values ?? [],
  });
  if (row === undefined) throw removedMeanwhile();
  if (row.reference === null) yield* readLongText(queries, source);
  else for (const ranges of slicesOf(row.reference)) yield await readRanges(queries, trace, ranges);
}

/** Divides the ranges of a reference into those of slices. */
function* slicesOf(reference: string): Generator<readonly Range[]> {
  let slice: Range[] = [];
  let bytes = 0;
  for (const range of rangesOf(reference)) {
    if (bytes + range.bytes > SLICE_BYTES) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(range);
    bytes += range.bytes;
  }
  yield slice;
}
