import { isUtf8 } from 'node:buffer';

/** Bytes looked at together while the place is sought. */
const BLOCK = 4096;

/** The index of the first byte that belongs to no character of UTF-8; undefined when all of them do. */
export function invalidUtf8At(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  for (let end = blockEnd(bytes, at); isUtf8(bytes.subarray(at, end)); end = blockEnd(bytes, at)) at = end;
  for (let end = characterEnd(bytes, at); isUtf8(bytes.subarray(at, end)); end = characterEnd(bytes, at)) at = end;
  return at;
}

/** Not within a character. */
function blockEnd(bytes: Buffer, at: number): number {
  let end = at + BLOCK;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
}

/** Returns the end of a character by its first byte, whether the following bytes are valid or not. */
function characterEnd(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  return at + (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
}
