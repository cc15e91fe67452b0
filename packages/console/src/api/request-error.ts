/** Error for an answer other than 200; `status` is 0 without an answer. */
export class RequestError extends Error {
  readonly status: number;
  /** Seconds of `Retry-After`, for a 429 or 503 that has it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Returns whether an answer is from a proxy whose server is unreachable: 502 and 504, which the product never sends, and a 503 that is not
 * JSON. It is treated like no answer.
 */
export const isOfProxy = (status: number, contentType: string | null): boolean =>
  status === 502 || status === 504 || (status === 503 && contentType?.includes('json') !== true);

/** Most silent retries, which wait at most 2 s together, by FIRST_WAIT_MS or `Retry-After`; afterwards the page shows the error. */
const MAX_ATTEMPTS = 2;
const LONGEST_WAIT_SECONDS = 1;
const FIRST_WAIT_MS = 500;

/** Returns whether to retry at once. A refused request would be refused again; an overloaded or unreachable server may recover. */
export const isWorthAnotherTry = (times: number, error: Error): boolean =>
  times < MAX_ATTEMPTS &&
  error instanceof RequestError &&
  (error.status === 0 || error.status === 429 || error.status >= 500) &&
  // After a longer `Retry-After` the page shows a countdown instead.
  (error.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;

/** Returns the milliseconds before that retry. */
export const waitBeforeTry = (times: number, error: Error): number =>
  error instanceof RequestError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : FIRST_WAIT_MS * 2 ** times;
