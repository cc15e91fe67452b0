import { isPacked, joinPieces } from './packed-texts';
import type { Portions, StoredText } from './trace';

/** All items of a result. */
export async function collect<T>(portions: Portions<T> | undefined): Promise<T[]> {
  const all: T[] = [];
  for await (const portion of portions ?? []) all.push(...portion);
  return all;
}

/** A text in full; empty where there is none. */
export async function textOf(text: StoredText | null | undefined): Promise<string> {
  if (typeof text === 'string') return text;
  if (isPacked(text)) return joinPieces(text);
  const slices: Buffer[] = [];
  for await (const slice of text ?? []) slices.push(slice);
  return Buffer.concat(slices).toString();
}
