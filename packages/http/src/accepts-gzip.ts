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
