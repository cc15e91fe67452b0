import { randomUUID } from 'node:crypto';
import { parse, unescape } from 'node:querystring';
import type { ParsedUrlQuery } from 'node:querystring';
import type { RequestHandler } from 'express';
import { badRequest, notFound } from './api-error';
import { contextOf } from './request-context';

/** Request ids that are safe in a log line and a header. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Header of every response: text that a client has sent must not become a script or a page. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;

/** Limit of a parameter's name in a message. */
const LONGEST_NAME = 80;

/** Sets the id of the request, in the context and as response header, and the header of every response. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const sent = request.get('X-Request-Id');
  const requestId = sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
  contextOf(response).requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
  response.setHeader(...NO_SNIFFING);
  next();
};

/** Cache-Control for responses that only the client itself may cache, and must revalidate before each use. */
export const PRIVATE = 'private, no-cache';

/**
 * Sets cache headers on routes with credentials, before any are refused: the response of one URL depends on the project (contract: HTTP in
 * general).
 */
export const keepPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', PRIVATE);
  response.vary('Authorization');
  next();
};

/** Refuses headers that HTTP/1.1 requires a server to refuse, because Node's own responses to them have no body. */
export const checkHeaders: RequestHandler = ({ httpVersion, headers }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw badRequest('Host: HTTP/1.1 requires this header');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw badRequest('Expect: expected 100-continue');
  }
  next();
};

/**
 * Removes repeated and trailing slashes from the path before routing, without a redirect (many clients do not follow one with a body), and
 * refuses a path that cannot be decoded (contract: HTTP in general).
 */
export const normalizePath: RequestHandler = (request, _response, next) => {
  const [path = '', ...query] = request.url.split('?');
  if (!isDecodable(path)) throw notFound('the path cannot be decoded');
  if (path.startsWith('/') && /\/\/|.\/$/.test(path)) {
    request.url = [path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'), ...query].join('?');
  }
  next();
};

/**
 * Parses the query of a URL as `node:querystring` does, without its limit of 1000 values: a truncated filter would select other rows. The
 * header size limits the query.
 * @throws ApiError 400 that names, in quotes as all of the client's text, the parameter with invalid percent-encoding: it would be read as
 * another text
 */
export function parseQuery(query: string | null): ParsedUrlQuery {
  for (const part of query?.split('&') ?? []) {
    if (isDecodable(part)) continue;
    const [name = ''] = part.split('=', 1);
    throw badRequest(`${JSON.stringify(unescape(name).slice(0, LONGEST_NAME))}: expected percent-encoded UTF-8`);
  }
  return parse(query ?? '', '&', '=', { maxKeys: 0 });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
