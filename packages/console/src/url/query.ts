/** Parameter of an address; omitted without a value and with its default value. */
export type QueryPart = readonly [name: string, value: string | undefined, usual?: string];

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

/** Reads the number of a page, from 1; an invalid number is 1. */
export function readPage(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

export const writePage = (page: number): QueryPart => ['page', String(page), '1'];

/** Reads one of several words; an unknown word is the first. */
export function readWord<Word extends string>(text: string | null, words: readonly [Word, ...Word[]]): Word {
  return words.find((word) => word === text) ?? words[0];
}
