import { StringDecoder } from 'node:string_decoder';
import { type StoredText, isPacked, joinPieces } from '@sluice/store/read';

/** Returns the JSON of a string with the text of a value: of a string its text, of any other value its JSON. */
export function jsonOfText(value: StoredText): StoredText {
  if (typeof value !== 'string') return isPacked(value) ? jsonOfText(joinPieces(value)) : quoted(value);
  return value.startsWith('"') ? value : JSON.stringify(value);
}

/** The same for a text that is read slice by slice. */
async function* quoted(slices: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder();
  let isString: boolean | undefined;
  for await (const slice of slices) {
    if (isString === undefined) {
      isString = slice[0] === QUOTE;
      if (!isString) yield Buffer.from('"');
    }
    yield isString ? slice : Buffer.from(JSON.stringify(decoder.write(slice)).slice(1, -1));
  }
  if (isString === false) yield Buffer.from('"');
}

const QUOTE = 0x22;
