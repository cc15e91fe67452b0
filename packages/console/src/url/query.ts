/** Parameter of an address; omitted without a value and with its default value. */
export type QueryPart = readonly [name: string, value: string | undefined, usual?: string | undefined];

/** Parameter of every address that names its project. */
export const PROJECT = 'project';

/** Writes parameters as a query without the leading question mark; empty if there are none. */
export function writeQuery(parts: readonly QueryPart[]): string {
  const query = new URLSearchParams();
  for (const [name, value, usual] of parts) if (value !== undefined && value !== usual) query.append(name, value);
  return query.toString();
}

/** Parameters of an address without any, with which each page is read as it is at first. */
export const NO_PARAMETERS = new URLSearchParams();

/** Decodes a segment of a path; undefined if it is not validly encoded. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
