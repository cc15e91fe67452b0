import type { RequestHandler } from 'express';
import { unauthorized } from './api-error';
import type { Credentials } from './credentials';
import { contextOf } from './request-context';

/**
 * Lets requests with accepted credentials pass and refuses others with 401 before anything of the body is read. It
 * belongs to a route, not to the app: an unknown path is 404 whoever asks (contract: HTTP in general).
 */
export function authenticate(credentials: Credentials): RequestHandler {
  return (request, response, next) => {
    const credentialId = credentials.identify(request.headers.authorization);
    if (credentialId === undefined) throw unauthorized();
    contextOf(response).credentialId = credentialId;
    next();
  };
}
