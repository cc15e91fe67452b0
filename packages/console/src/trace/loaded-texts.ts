import type { QueryClient } from '@tanstack/react-query';

/** Characters of one observation's texts that are searched. */
const MOST_SEARCHED = 1_000_000;

const lowered = new WeakMap<object, string>();

/** The texts of observations that were opened, in small letters, by id. Bounded: this is done as somebody types. */
export function loadedTexts(queries: QueryClient, traceId: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [[, id, ofTrace], data] of queries.getQueriesData({ queryKey: ['observation'] }))
    if (typeof id === 'string' && ofTrace === traceId) texts.set(id, textOf(data));
  return texts;
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return data.slice(0, MOST_SEARCHED).toLowerCase();
  if (typeof data !== 'object' || data === null) return '';
  const known = lowered.get(data);
  if (known !== undefined) return known;
  const text = ('text' in data ? String(data.text) : '').slice(0, MOST_SEARCHED).toLowerCase();
  lowered.set(data, text);
  return text;
}
