import type { JsonText } from '@sluice/record';

/**
 * The text of a JSON object: the members of `fields`, then those of `texts`, whose values are JSON already and go in
 * unchanged: free-form values are answered as they were sent.
 */
export function spliceObject(fields: object, texts: Readonly<Record<string, JsonText>>): JsonText {
  const members = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  const own = JSON.stringify(fields).slice(1, -1);
  return `{${[...(own === '' ? [] : [own]), ...members].join(',')}}`;
}
