import type { Response } from 'express';

/** Codings of responses, cheapest first. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * Returns the coding of a response: the client's preferred one, if the client prefers it at least as much as plain text; of equal ones the
 * cheaper. Undefined: plain text. Adds `Vary`, because the response depends on the header from now on.
 */
export function codingFor(response: Response): Coding | undefined {
  response.vary('Accept-Encoding');
  return acceptedCoding(response.req.headers['accept-encoding'] ?? '');
}

/** Returns the coding for a header (RFC 9110 12.5.3). A header that names nothing yields plain text. */
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

/** Parses a name, in lower case, and its weight: 1 without one, 0 for an invalid number. */
function weighted(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/**
 * Sets the entity tag of the response, and answers 304 if the client has this version (RFC 9110 13.1.2). Express would answer 200 to a
 * request with `Cache-Control: no-cache`, which `fetch` always sends.
 * @param entityTag in its quotes, with `W/` before them if the bytes may differ, as codings make them
 * @returns whether the response is complete
 */
export function hasVersion(response: Response, entityTag: string): boolean {
  response.setHeader('ETag', entityTag);
  const known = (response.req.headers['if-none-match'] ?? '').split(',').map((tag) => opaque(tag.trim()));
  if (!known.includes(opaque(entityTag)) && !known.includes('*')) return false;
  response.statusCode = 304;
  response.end();
  return true;
}

/** Text in the quotes of an entity tag: reads compare weakly. */
const opaque = (entityTag: string): string => (entityTag.startsWith('W/') ? entityTag.slice(2) : entityTag);
