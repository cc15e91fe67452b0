import type { Response } from 'express';

/** What the steps before a handler have found out about its request. */
interface RequestContext {
  /** The client's X-Request-Id where it is well-formed, else a random one; also an answer header. */
  requestId?: string;
  /** The path template of the route that was found. */
  route?: string;
  /** Who sends: see `Credentials.identify`. */
  credentialId?: string;
}

/** The request's context; express gives `locals` without a type. */
export function contextOf(response: Response): RequestContext {
  return response.locals as RequestContext;
}

/** The id under which the log speaks of this request. */
export function requestIdOf(response: Response): string {
  return contextOf(response).requestId ?? '';
}

/**
 * A name for the sender's credentials, the same in every process and after a restart.
 * @throws on a route without authentication, which has no sender
 */
export function credentialIdOf(response: Response): string {
  const { credentialId } = contextOf(response);
  if (credentialId === undefined) throw new Error('the route does not authenticate its requests');
  return credentialId;
}
