import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from '@sluice/runtime';
import { ApiError, badRequest, errorBody, internalError, notFound, tooLarge } from './api-error';
import { requestIdOf } from './request-context';
import { sendJson } from './send-json';

/** Ends the list of routes: what none of them took is unknown. */
export const answerUnknown: RequestHandler = () => {
  throw notFound('there is no such path or method');
};

/**
 * The one place that answers failures, all of them alike (spec 7). A failure after the answer has begun cuts the
 * connection: an answer that ends early must not look complete.
 */
export function answerErrors({ logger }: { readonly logger: Logger }): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const error = toApiError(thrown);
    if (error.status === 500) {
      logger.error('a request failed: this is a bug', {
        requestId: requestIdOf(response),
        method: request.method,
        route: contextRoute(request.route),
        err: thrown,
      });
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    sendJson(response, error.status, errorBody(error));
  };
}

/** Errors of express and its parsers carry a status; a client error among them is one for our client too. */
function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status: unknown = thrown instanceof Error ? Reflect.get(thrown, 'status') : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return internalError();
  if (status === 404) return notFound('there is no such path or method');
  if (status === 413) return tooLarge('the body is larger than the limit');
  return badRequest('the request cannot be read');
}

function contextRoute(route: unknown): string {
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : '';
}
