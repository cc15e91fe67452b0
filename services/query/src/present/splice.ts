import type { StoredText } from '@sluice/store/read';

/**
 * Writes a JSON object in fragments: the members of `fields`, then those of `texts`, whose values are JSON already and stay unchanged:
 * free-form values are returned as they were sent. The last fragment is the closing brace.
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
