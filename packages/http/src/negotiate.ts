import type { Response } from 'express';

/** What answers can be coded in, first what takes this side less work. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * The coding of an answer: what its client likes most, and at least as much as plain text; of two that it likes the same, the cheaper one.
 * Undefined: plain text. The answer depends on the header from then on, which caches learn here.
 */
export function codingFor(response: Response): Coding | undefined {
  response.vary('Accept-Encoding');
  return acceptedCoding(response.req.headers['accept-encoding'] ?? '');
}

/** The same of a header (RFC 9110 12.5.3). One that names nothing gets plain text. */
export function acceptedCoding(header: string): Coding | undefined {
  const weights = new Map(header.split(',').map(weighted));
  const weightOf = (coding: Coding | 'identity'): number | undefined => weights.get(coding) ?? weights.get('*');
  let best: Coding | undefined;
  let most = weightOf('identity') ?? 0;
  for (const coding of CODINGS) {
    const weight = weightOf(coding) ?? 0;
    if (weight > 0 && (best === undefined ? weight >= most : weight > most)) [best, most] = [coding, weight];
  }
  return best;
}

/** A name, in lower case, and its weight: 1 without one, 0 for one that is no number. */
function weighted(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/**
 * Names the version of what is about to be answered, and answers 304 where the client has it (RFC 9110 13.1.2). Express'
 * own way would answer 200 where `Cache-Control: no-cache` is beside it, as `fetch` always sends it.
 * @param entityTag in its quotes, with `W/` before them where the bytes may differ, as codings make them
 * @returns whether that was the whole answer
 */
export function hasVersion(response: Response, entityTag: string): boolean {
  response.setHeader('ETag', entityTag);
  const known = (response.req.headers['if-none-match'] ?? '').split(',').map((tag) => opaque(tag.trim()));
  if (!known.includes(opaque(entityTag)) && !known.includes('*')) return false;
  response.statusCode = 304;
  response.end();
  return true;
}

/** Reads compare weakly: by what stands in the quotes. */
const opaque = (entityTag: string): string => (entityTag.startsWith('W/') ? entityTag.slice(2) : entityTag);
