/** Codes of error responses: those of spec 7, and FORBIDDEN, which it lacks. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

/**
 * Failure that is answered. Its message is public: it names the field and what is accepted. Text of the client in the message has double
 * quotes, and the log omits quoted text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { headers = {}, cause }: { readonly headers?: ApiError['headers']; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/**
 * Body of an error response: exactly three members (spec 7). A quote in the message may be cut within a character, and half of a character
 * is not valid text.
 */
export function errorBody(error: ApiError): string {
  const message = error.message.toWellFormed();
  return JSON.stringify({ message, code: error.code, data: null });
}

/** Seconds after which a client may retry; OTLP clients honour them (contract: HTTP in general). */
export const RETRY_AFTER_SECONDS = 1;
const RETRY_AFTER = { 'Retry-After': String(RETRY_AFTER_SECONDS) };

const BEARER = 'Bearer realm="sluice"';
const BASIC = 'Basic realm="sluice", charset="UTF-8"';

/** 400: the request can never succeed unchanged. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', message);
}

/** 413 with the code BAD_REQUEST: the request or a part of it exceeds a limit, which the message names. */
export function tooLarge(message: string): ApiError {
  return new ApiError(413, 'BAD_REQUEST', message);
}

/**
 * 401: no credentials, or unknown ones; the response does not distinguish the two.
 * @param isScript whether a script of a page sent the request: if the response offered Basic, its browser would show a sign-in dialog
 * itself, and the script would wait
 */
export function unauthorized(
  why = 'Bearer with an API token, or Basic with a public and a secret key',
  { isScript = false } = {},
): ApiError {
  const message = `valid credentials are required: ${why}`;
  const challenges = isScript ? [BEARER] : [BEARER, BASIC];
  return new ApiError(401, 'UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': challenges } });
}

/** 403: the credentials are accepted, but not for this; an addition to spec 7 (contract: HTTP in general). */
export function forbidden(message: string): ApiError {
  return new ApiError(403, 'FORBIDDEN', message);
}

/** 404: unknown path, method or resource. */
export function notFound(message: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', message);
}

/**
 * 429: a quota of the credentials or of their project is used up; never overload of the service.
 * @param seconds until the quota admits a request again
 */
export function tooManyRequests(message: string, seconds: number): ApiError {
  return new ApiError(429, 'TOO_MANY_REQUESTS', message, { headers: { 'Retry-After': String(seconds) } });
}

/** 500: a bug. Its details are in the log only, under the request id. */
export function internalError(): ApiError {
  return new ApiError(500, 'INTERNAL_ERROR', 'internal error');
}

/**
 * 503: overload, or a dependency that is down. Clients retry, which OTLP clients do not do after a 500.
 * @param cause of the failure, for the log alone
 */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, { headers: RETRY_AFTER, cause });
}
