import { randomUUID } from 'node:crypto';
import { parse, unescape } from 'node:querystring';
import type { ParsedUrlQuery } from 'node:querystring';
import type { RequestHandler } from 'express';
import { badRequest, notFound } from './api-error';
import { contextOf } from './request-context';

/** What may stand in a log line and a header as it came. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** A header of every answer: text that a client has sent must not become a script or a page. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;

/** A longer name of a parameter is not repeated as a whole. */
const LONGEST_NAME = 80;

/** Gives the request its id, in the context and as an answer header, and the answer the header that every one has. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const sent = request.get('X-Request-Id');
  const requestId = sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
  contextOf(response).requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
  response.setHeader(...NO_SNIFFING);
  next();
};

/** Only the client itself may keep the answer, and asks before each use whether it is still the same. */
export const PRIVATE = 'private, no-cache';

/** For routes with credentials, before any is refused: one address has another answer for each project (contract: HTTP in general). */
export const keepPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', PRIVATE);
  response.vary('Authorization');
  next();
};

/** Refuses what HTTP/1.1 leaves no server another answer to, here because Node's own answers have no body. */
export const checkHeaders: RequestHandler = ({ httpVersion, headers }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw badRequest('Host: HTTP/1.1 requires this header');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw badRequest('Expect: expected 100-continue');
  }
  next();
};

/**
 * Takes repeated and trailing slashes out of the path before routing, without a redirect (many clients do not follow
 * one with a body), and refuses a path that cannot be decoded (contract: HTTP in general).
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
 * The query of a URL as `node:querystring` parses it, without its limit of 1000 values: a filter cut short would answer
 * wrongly. The header size bounds it.
 * @throws ApiError 400 that names, in quotes as all that is the client's, the parameter whose percent-encoding is none: it would be read as another text
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
