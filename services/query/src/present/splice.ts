import type { StoredText } from '@sluice/store/read';

/**
 * The text of a JSON object in fragments: the members of `fields`, then those of `texts`, whose values are JSON already and
 * go in unchanged: free-form values are answered as they were sent. The last fragment is the closing brace.
 */
export function spliceObject(fields: object, texts: readonly (readonly [string, StoredText])[]): StoredText[] {
  const fragments: StoredText[] = [];
  let before = JSON.stringify(fields).slice(0, -1);
  for (const [name, text] of texts) {
    fragments.push(`${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:`, text);
    before = '';
  }
  fragments.push(`${before}}`);
  return fragments;
}
