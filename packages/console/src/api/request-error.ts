/** An answer other than 200, or none: then `status` is 0. */
export class RequestError extends Error {
  readonly status: number;
  /** Of a 429 or 503 that says when to ask again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Whether an answer is that of a proxy whose product is away: 502 and 504, which the product never answers, and a 503 that is no JSON.
 * To who reads it is as if there was no answer.
 */
export const isOfProxy = (status: number, contentType: string | null): boolean =>
  status === 502 || status === 504 || (status === 503 && contentType?.includes('json') !== true);

/** Waits before silent tries come to 2 s at most, by FIRST_WAIT_MS or by `Retry-After`: then the page says why it has nothing. */
const MOST_TRIES = 2;
const LONGEST_WAIT_SECONDS = 1;
const FIRST_WAIT_MS = 500;

/** Whether to ask once more at once: what was refused is refused again, who is overloaded or away may not be a moment later. */
export const isWorthAnotherTry = (times: number, error: Error): boolean =>
  times < MOST_TRIES &&
  error instanceof RequestError &&
  (error.status === 0 || error.status === 429 || error.status >= 500) &&
  // Who asks for a longer wait gets it: the page says so and counts.
  (error.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;

/** How long to wait before that. */
export const waitBeforeTry = (times: number, error: Error): number =>
  error instanceof RequestError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : FIRST_WAIT_MS * 2 ** times;
