import type { RequestHandler } from 'express';
import { SELF_TRACES_HEADER, type Tracing } from '@sluice/tracing';
import { contextOf } from './request-context';

/** Methods that have a name in OpenTelemetry's conventions and can reach a route. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/**
 * Traces each request of a route, by OpenTelemetry's conventions for HTTP, except for the path and the query: they may name traces and
 * users. Requests of an exporter of such traces are not traced.
 */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const { headers, httpVersion } = request;
    if (headers[SELF_TRACES_HEADER] !== undefined) {
      next();
      return;
    }
    const { route = '' } = contextOf(response);
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': 'http',
      'network.protocol.version': httpVersion,
    };
    const cause = headers['traceparent'];
    const trace = tracing.begin(
      { name: `${method} ${route}`, kind: 'server', attributes },
      typeof cause === 'string' ? cause : undefined,
    );
    if (trace === undefined) {
      next();
      return;
    }
    response.once('close', () => {
      const { headersSent, statusCode, writableFinished } = response;
      if (headersSent) trace.set({ 'http.response.status_code': statusCode });
      if (!writableFinished) trace.end('aborted');
      else trace.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    tracing.within(trace, next);
  };
}
