import type { RequestHandler } from 'express';
import { SCOPES, type Scope } from '@sluice/credentials';
import type { Metrics } from '@sluice/runtime';
import { forbidden, unauthorized } from './api-error';
import type { Credentials, Refused } from './credentials';
import { contextOf, senderOf } from './request-context';

/** What a route asks of credentials: a scope, or only that they are accepted. */
export type NeededScope = Scope | 'any';

/** All that can come, so that each counts from 0. */
const FAILURES: readonly Pick<Refused, 'scheme' | 'reason'>[] = [
  { scheme: 'none', reason: 'missing' },
  { scheme: 'other', reason: 'malformed' },
  { scheme: 'bearer', reason: 'malformed' },
  { scheme: 'bearer', reason: 'unknown' },
  { scheme: 'bearer', reason: 'expired' },
  { scheme: 'basic', reason: 'malformed' },
  { scheme: 'basic', reason: 'unknown' },
  { scheme: 'basic', reason: 'expired' },
];

/**
 * Lets requests with accepted credentials pass and refuses others with 401 before anything of the body is read. It
 * belongs to a route, not to the app: an unknown path is 404 whoever asks (contract: HTTP in general).
 */
export function authenticate(credentials: Credentials, metrics: Metrics): RequestHandler {
  const failures = metrics.counter({
    name: 'sluice_http_authentication_failures_total',
    help: 'Requests refused with 401: missing (no credentials), malformed (none of their scheme), unknown (not accepted), expired',
    labels: ['scheme', 'reason'],
  });
  for (const labels of FAILURES) failures.inc({ ...labels }, 0);
  return (request, response, next) => {
    const sender = credentials.identify(request.headers.authorization);
    if (sender.name !== undefined) contextOf(response).credentials = sender.name;
    if (!sender.accepted) {
      failures.inc({ scheme: sender.scheme, reason: sender.reason });
      const isScript = request.headers['sec-fetch-dest'] === 'empty';
      throw unauthorized(sender.reason === 'expired' ? 'these have expired' : undefined, { isScript });
    }
    contextOf(response).sender = sender;
    next();
  };
}

/**
 * Makes the step, behind authentication, that refuses credentials without the scope that a route needs: 403, which names it (contract:
 * HTTP in general).
 */
export function authorize(metrics: Metrics): (needed: NeededScope) => RequestHandler {
  const failures = metrics.counter({
    name: 'sluice_http_authorization_failures_total',
    help: 'Requests refused with 403 because their credentials do not have the scope that the endpoint needs',
    labels: ['scope'],
  });
  for (const scope of SCOPES) failures.inc({ scope }, 0);
  return (needed) => (_request, response, next) => {
    if (needed !== 'any' && !senderOf(response).scopes.includes(needed)) {
      failures.inc({ scope: needed });
      throw forbidden(`this endpoint needs the scope ${needed}, which these credentials do not have`);
    }
    next();
  };
}
