import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { notFound } from './api-error';
import { contextOf } from './request-context';

/** What may stand in a log line and a header as it came. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Gives the request its id, in the context and as an answer header. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const sent = request.get('X-Request-Id');
  const requestId = sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
  contextOf(response).requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
