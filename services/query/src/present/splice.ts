import type { StoredText } from '@sluice/store/read';

/**
 * The text of a JSON object in pieces: the members of `fields`, then those of `texts`, whose values are JSON already and
 * go in unchanged: free-form values are answered as they were sent. The last piece is the closing brace.
 */
export function spliceObject(fields: object, texts: readonly (readonly [string, StoredText])[]): StoredText[] {
  const pieces: StoredText[] = [];
  let before = JSON.stringify(fields).slice(0, -1);
  for (const [name, text] of texts) {
    pieces.push(`${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:`, text);
    before = '';
  }
  pieces.push(`${before}}`);
  return pieces;
}
