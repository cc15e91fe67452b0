import type { RequestHandler } from 'express';
import type { Access, NeededScope } from './access';
import { contextOf, senderOf } from './request-context';

/**
 * Passes requests with accepted credentials and refuses others with 401 before anything of the body is read. It belongs to a route, not to
 * the app: an unknown path is 404 with any credentials (contract: HTTP in general).
 */
export function authenticate(access: Access): RequestHandler {
  return (request, response, next) => {
    const isScript = request.headers['sec-fetch-dest'] === 'empty';
    access.authenticate(contextOf(response), request.headers.authorization, isScript);
    next();
  };
}

/** Makes the step, after authentication, that refuses credentials without the scope that a route requires. */
export function authorize(access: Access, needed: NeededScope): RequestHandler {
  return (_request, response, next) => {
    access.authorize(senderOf(response), needed);
    next();
  };
}
