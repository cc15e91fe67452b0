import type { Response } from 'express';

/**
 * Whether the client of an answer takes gzip and likes it at least as much as plain text. One that does not say what it
 * takes gets plain text. The answer depends on the header from then on, which caches learn here.
 */
export function acceptsGzip(response: Response): boolean {
  response.vary('Accept-Encoding');
  const { req } = response;
  return req.headers['accept-encoding'] !== undefined && req.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/**
 * Names the version of what is about to be answered, and answers 304 where the client has it (RFC 9110 13.1.2). Express'
 * own way would answer 200 where `Cache-Control: no-cache` is beside it, as `fetch` always sends it.
 * @param entityTag in its quotes, with `W/` before them where the bytes may differ, as gzip makes them
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
