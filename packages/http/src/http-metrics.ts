import type { RequestHandler } from 'express';
import type { Metrics } from '@sluice/runtime';
import { contextOf } from './request-context';

/** Buckets of the time of a request, of any protocol, in seconds. */
export const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Measures requests by method, route and status. The route is the template of an existing route, never a sent path: a scanner must not be
 * able to create time series. The status is `aborted` if the client closed the connection before the end.
 */
export function measureRequests(metrics: Metrics): RequestHandler {
  const duration = metrics.histogram({
    name: 'sluice_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labels: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  });
  return (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const { route = 'unknown' } = contextOf(response);
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      duration.observe({ method: request.method, route, status }, (performance.now() - begun) / 1000);
    });
    next();
  };
}
