import type { StoredText } from '@sluice/store/read';
import type { Pieces } from './stream-json';

/** All of an answer's text. */
export async function textOf(pieces: Pieces): Promise<string> {
  let all = '';
  for await (const some of pieces) {
    for (const piece of some) {
      if (typeof piece === 'string') all += piece;
      else for await (const slice of piece) all += slice.toString();
    }
  }
  return all;
}

/** The text of pieces that can all be held. */
export function joined(pieces: readonly StoredText[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : 'long text')).join('');
}
