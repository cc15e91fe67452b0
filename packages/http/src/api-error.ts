/** The codes of spec 7: no answer carries another one. */
export type ErrorCode =
  'BAD_REQUEST' | 'UNAUTHORIZED' | 'NOT_FOUND' | 'TOO_MANY_REQUESTS' | 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE';

/** A failure that the client is told of. Its message is public: it names the field and what is accepted. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(status: number, code: ErrorCode, message: string, headers: ApiError['headers'] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The body of an error answer: exactly three members (spec 7). */
export function errorBody(error: ApiError): string {
  return JSON.stringify({ message: error.message, code: error.code, data: null });
}

/** Within this time a client may try again; OTLP clients honour it (contract: HTTP in general). */
const RETRY_AFTER = { 'Retry-After': '1' };

const CHALLENGES = ['Bearer realm="sluice"', 'Basic realm="sluice", charset="UTF-8"'];

/** 400: the request can never succeed as it is. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', message);
}

/** 413 with the code BAD_REQUEST: the request or a part of it is over a limit, which the message names. */
export function tooLarge(message: string): ApiError {
  return new ApiError(413, 'BAD_REQUEST', message);
}

/** 401: no credentials, or none that are known. Which of the two is not told. */
export function unauthorized(): ApiError {
  const message = 'valid credentials are required: Bearer with an API token, or Basic with a public and a secret key';
  return new ApiError(401, 'UNAUTHORIZED', message, { 'WWW-Authenticate': CHALLENGES });
}

/** 404: unknown path, method or resource. */
export function notFound(message: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', message);
}

/** 429: a quota of one credential, never overload of the service. */
export function tooManyRequests(message: string): ApiError {
  return new ApiError(429, 'TOO_MANY_REQUESTS', message, RETRY_AFTER);
}

/** 500: a bug. The message tells nothing of it; the log does, under the request id. */
export function internalError(): ApiError {
  return new ApiError(500, 'INTERNAL_ERROR', 'internal error');
}

/** 503: overload or a dependency that is down. Clients send again, which OTLP clients do not do after a 500. */
export function unavailable(message: string): ApiError {
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, RETRY_AFTER);
}
