/** A parameter of an address; without a value, and with the usual one, it is left out. */
export type QueryPart = readonly [name: string, value: string | undefined, usual?: string];

/** The parameter of every address that names its project. */
export const PROJECT = 'project';

/** A path and its parameters. */
export function withQuery(path: string, parts: readonly QueryPart[]): string {
  const query = new URLSearchParams();
  for (const [name, value, usual] of parts) if (value !== undefined && value !== usual) query.append(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A part of a path as it was before it was written; undefined where nobody wrote it so. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The number of a page, counted from 1; what is none is the first. */
export function readPage(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

export const writePage = (page: number): QueryPart => ['page', String(page), '1'];

/** One of several words; any other is the first of them. */
export function readWord<Word extends string>(text: string | null, words: readonly [Word, ...Word[]]): Word {
  return words.find((word) => word === text) ?? words[0];
}
