import { RequestError } from '../api/request-error';

/** Explanation why nothing is shown, with advice. */
export interface Reason {
  readonly title: string;
  readonly advice: string;
  /** Seconds until an automatic retry; undefined if a retry is useless. */
  readonly againInSeconds: number | undefined;
}

/** Wait of a retry if the busy or unreachable server names none. */
const USUAL_WAIT_SECONDS = 10;
/** Longest wait for which a retry is automatic; for a longer one the user retries. */
const LONGEST_WAIT_SECONDS = 300;

/** @param what is missing after a 404: `trace` */
export function reasonOf(error: Error, what?: string): Reason {
  if (!(error instanceof RequestError)) {
    return { title: `This page failed: ${error.message}`, advice: 'Load it again.', againInSeconds: undefined };
  }
  const { status, message, retryAfterSeconds } = error;
  const wait = retryAfterSeconds ?? USUAL_WAIT_SECONDS;
  const againInSeconds = wait <= LONGEST_WAIT_SECONDS ? Math.max(1, wait) : undefined;
  switch (status) {
    case 0:
      return {
        title: 'The server does not answer.',
        advice: 'It may be restarting, or the network may be down.',
        againInSeconds,
      };
    case 403:
      return { title: 'These credentials may not read this.', advice: message, againInSeconds: undefined };
    case 404:
      return {
        title: what === undefined ? 'There is nothing here.' : `There is no such ${what}.`,
        advice: 'It has not arrived yet, was deleted, or belongs to another project.',
        againInSeconds: undefined,
      };
    case 429:
      return { title: 'The quota of these credentials is exceeded.', advice: message, againInSeconds };
    case 503:
      return { title: 'The server is too busy for this now.', advice: message, againInSeconds };
    default:
      return { title: `The server answered ${status}.`, advice: message, againInSeconds: undefined };
  }
}
