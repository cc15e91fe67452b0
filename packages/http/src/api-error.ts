/** The codes of spec 7, and FORBIDDEN, which it lacks: no answer has another one. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

/**
 * A failure that is answered. Its message is public: it names the field and what is accepted. What it repeats
 * of the client's own text stands in double quotes, which the log leaves out.
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
 * The body of an error answer: exactly three members (spec 7). A quote in the message may be cut within a character, and
 * half of one is no text.
 */
export function errorBody(error: ApiError): string {
  const message = error.message.toWellFormed();
  return JSON.stringify({ message, code: error.code, data: null });
}

/** After these seconds a client may try again; OTLP clients honour it (contract: HTTP in general). */
export const RETRY_AFTER_SECONDS = 1;
const RETRY_AFTER = { 'Retry-After': String(RETRY_AFTER_SECONDS) };

const BEARER = 'Bearer realm="sluice"';
const BASIC = 'Basic realm="sluice", charset="UTF-8"';

/** 400: the request can never succeed as it is. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', message);
}

/** 413 with the code BAD_REQUEST: the request or a part of it is over a limit, which the message names. */
export function tooLarge(message: string): ApiError {
  return new ApiError(413, 'BAD_REQUEST', message);
}

/**
 * 401: no credentials, or unknown ones. Which of the two is not answered.
 * @param isScript of a page: its browser would ask for a name and a password itself where Basic is offered, and the script would wait
 */
export function unauthorized(
  why = 'Bearer with an API token, or Basic with a public and a secret key',
  { isScript = false } = {},
): ApiError {
  const message = `valid credentials are required: ${why}`;
  const challenges = isScript ? [BEARER] : [BEARER, BASIC];
  return new ApiError(401, 'UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': challenges } });
}

/** 403: the sender is known and may not do this; an addition to spec 7 (contract: HTTP in general). */
export function forbidden(message: string): ApiError {
  return new ApiError(403, 'FORBIDDEN', message);
}

/** 404: unknown path, method or resource. */
export function notFound(message: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', message);
}

/** 429: a quota of the sender or of its project, never overload of the service. @param seconds until it lets through again */
export function tooManyRequests(message: string, seconds: number): ApiError {
  return new ApiError(429, 'TOO_MANY_REQUESTS', message, { headers: { 'Retry-After': String(seconds) } });
}

/** 500: a bug. Its details are in the log only, under the request id. */
export function internalError(): ApiError {
  return new ApiError(500, 'INTERNAL_ERROR', 'internal error');
}

/**
 * 503: overload or a dependency that is down. Clients send again, which OTLP clients do not do after a 500.
 * @param cause what is behind it, for the log alone
 */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, { headers: RETRY_AFTER, cause });
}
