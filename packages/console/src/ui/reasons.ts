import { RequestError } from '../api/request-error';

/** Why there is nothing to see, and what to do about it. */
export interface Reason {
  readonly title: string;
  readonly advice: string;
  /** After how many seconds it is asked again by itself; undefined where asking again changes nothing. */
  readonly againInSeconds: number | undefined;
}

/** Where a server that is busy or away does not say when to ask again. */
const USUAL_WAIT_SECONDS = 10;
/** A server that asks for more is asked when the user says so. */
const LONGEST_WAIT_SECONDS = 300;

/** @param what is missing where the answer is 404: `trace` */
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
