import type { StoredText } from '@sluice/store/read';
import type { Fragments } from './stream-json';

/** Joins all fragments of a response. */
export async function textOf(fragments: Fragments): Promise<string> {
  let all = '';
  for await (const some of fragments) {
    for (const fragment of some) {
      if (typeof fragment === 'string') all += fragment;
      else for await (const slice of fragment) all += slice.toString();
    }
  }
  return all;
}

/** Joins fragments that can all be held. */
export function joined(fragments: readonly StoredText[]): string {
  return fragments.map((fragment) => (typeof fragment === 'string' ? fragment : 'long text')).join('');
}
