import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ApiError, badRequest, errorBody, internalError, tooLarge } from './api-error';
import { ClientGoneError } from './client-gone-error';
import { contextOf, settleUsage } from './request-context';
import { sendJson } from './send-json';
import { unknownPath } from './unknown-path';

/** Ends the list of routes: what none of them took is unknown. */
export const answerUnknown: RequestHandler = ({ method, originalUrl }) => {
  throw unknownPath({ method, url: originalUrl });
};

/**
 * The one place that answers failures, all of them alike (spec 7). A failure after the answer has begun cuts the
 * connection: an answer that ends early must not look complete. What was thrown is in the request's line of the log.
 */
// Express takes a function of four parameters for an error handler.
export const answerErrors: ErrorRequestHandler = (thrown: unknown, request, response, _next) => {
  // The log has a line for a request that is cut off, without a failure.
  if (thrown instanceof ClientGoneError) return;
  const error = toApiError(thrown, request);
  contextOf(response).failure = { error, thrown };
  // Where its handler has not told more: nothing was read of what the header announced.
  settleUsage(response, { outcome: 'refused', items: 0, bytes: 0 });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Of the answer that did not come.
  response.removeHeader('ETag');
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  sendJson(response, error.status, errorBody(error));
};

/** Errors of express and its parsers carry a status; a client error among them is one for our client too. */
function toApiError(thrown: unknown, { method, originalUrl }: Request): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status: unknown = thrown instanceof Error ? Reflect.get(thrown, 'status') : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return internalError();
  if (status === 404) return unknownPath({ method, url: originalUrl });
  if (status === 413) return tooLarge('the body is larger than the limit');
  return badRequest('the request cannot be read');
}
