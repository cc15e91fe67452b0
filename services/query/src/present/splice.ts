import type { StoredText } from '@sluice/store/read';

/**
 * The text of a JSON object in pieces: the members of `fields`, then those of `texts`, whose values are JSON already and
 * go in unchanged: free-form values are answered as they were sent. The last piece is the closing brace.
 */
export function spliceObject(fields: object, texts: Readonly<Record<string, StoredText>>): StoredText[] {
  let before = JSON.stringify(fields).slice(0, -1);
  const pieces = Object.entries(texts).flatMap(([name, text]) => {
    const separator = before === '{' ? '' : ',';
    const key = `${before}${separator}${JSON.stringify(name)}:`;
    before = '';
    return [key, text];
  });
  return [...pieces, `${before}}`];
}
