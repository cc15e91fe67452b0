import type { RequestHandler } from 'express';
import { SCOPES, type Scope } from '@sluice/credentials';
import type { Metrics } from '@sluice/runtime';
import { forbidden, unauthorized } from './api-error';
import type { Credentials, Refused } from './credentials';
import { contextOf, senderOf } from './request-context';

/** Scope that a route requires of credentials; `any`: they only have to be accepted. */
export type NeededScope = Scope | 'any';

/** All possible failures, so that each is counted from 0. */
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
 * Passes requests with accepted credentials and refuses others with 401 before anything of the body is read. It belongs to a route, not to
 * the app: an unknown path is 404 with any credentials (contract: HTTP in general).
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
 * Makes the step, after authentication, that refuses credentials without the scope that a route requires: 403, which names the scope
 * (contract: HTTP in general).
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
