import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ApiError, badRequest, errorBody, internalError, tooLarge } from './api-error';
import { ClientGoneError } from './client-gone-error';
import { contextOf } from './request-context';
import { sendJson } from './send-json';
import { unknownPath } from './unknown-path';

/** Last route: a request that no other route has handled is answered 404. */
export const answerUnknown: RequestHandler = ({ method, originalUrl }) => {
  throw unknownPath({ method, url: originalUrl });
};

/**
 * Error handler that answers all failures in one form (spec 7). A failure after the response has begun cuts the connection: a response that
 * ends early must not look complete. The thrown error is in the request's line of the log.
 */
// Express requires four parameters of an error handler.
export const answerErrors: ErrorRequestHandler = (thrown: unknown, request, response, _next) => {
  // The log has a line for a request that is cut off, without a failure.
  if (thrown instanceof ClientGoneError) return;
  const error = toApiError(thrown, request);
  contextOf(response).failure = { error, thrown };
  // Used if the handler has not settled its usage: none of the announced body was read.
  contextOf(response).settle?.({ outcome: 'refused', items: 0, bytes: 0 });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The entity tag belongs to the response that failed.
  response.removeHeader('ETag');
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  sendJson(response, error.status, errorBody(error));
};

/** Errors of express and its parsers have a status; a client error among them is a client error of this API too. */
function toApiError(thrown: unknown, { method, originalUrl }: Request): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status: unknown = thrown instanceof Error ? Reflect.get(thrown, 'status') : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return internalError();
  if (status === 404) return unknownPath({ method, url: originalUrl });
  if (status === 413) return tooLarge('the body is larger than the limit');
  return badRequest('the request cannot be read');
}
