import type { RequestHandler } from 'express';
import { arrivalOf, failureOf, requestFields, settleBytes } from './describe-request';
import type { RequestLog } from './request-log';

/** Logs every request when it has ended, successfully or not. */
export function logRequests(log: RequestLog): RequestHandler {
  return (request, response, next) => {
    const arrival = arrivalOf(request);
    response.once('close', () => {
      const failure = failureOf(request, response, arrival);
      if (failure === undefined) log.served(requestFields(request, response, arrival));
      else log.failed(failure);
      settleBytes(request);
    });
    next();
  };
}
