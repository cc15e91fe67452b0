import type { RequestHandler } from 'express';
import type { Metrics } from '@sluice/runtime';
import { unauthorized } from './api-error';
import type { Credentials, Refused } from './credentials';
import { contextOf } from './request-context';

/** All that can come, so that each counts from 0. */
const FAILURES: readonly Omit<Refused, 'accepted'>[] = [
  { scheme: 'none', reason: 'missing' },
  { scheme: 'other', reason: 'malformed' },
  { scheme: 'bearer', reason: 'malformed' },
  { scheme: 'bearer', reason: 'unknown' },
  { scheme: 'basic', reason: 'malformed' },
  { scheme: 'basic', reason: 'unknown' },
];

/**
 * Lets requests with accepted credentials pass and refuses others with 401 before anything of the body is read. It
 * belongs to a route, not to the app: an unknown path is 404 whoever asks (contract: HTTP in general).
 */
export function authenticate(credentials: Credentials, metrics: Metrics): RequestHandler {
  const failures = metrics.counter({
    name: 'sluice_http_authentication_failures_total',
    help: 'Requests refused with 401: missing (no credentials), malformed (none of their scheme), unknown (not accepted)',
    labels: ['scheme', 'reason'],
  });
  for (const labels of FAILURES) failures.inc({ ...labels }, 0);
  return (request, response, next) => {
    const sender = credentials.identify(request.headers.authorization);
    if (!sender.accepted) {
      failures.inc({ scheme: sender.scheme, reason: sender.reason });
      throw unauthorized();
    }
    const context = contextOf(response);
    context.credentialId = sender.id;
    context.scheme = sender.scheme;
    next();
  };
}
