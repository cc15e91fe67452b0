import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { ApiError } from './api-error';
import type { Sender } from './credentials';
import { type UnreadBounds, unreadBoundsOf } from './unread-body';

/** What the steps before a handler have found out about its request. */
export interface RequestContext {
  /** The client's X-Request-Id where it is well-formed, else a random one; also an answer header. */
  requestId?: string;
  /** The path template of the route that was found. */
  route?: string;
  /** Who sends: see `Credentials.identify`. Absent where nobody was asked for credentials. */
  sender?: Sender;
  /** What the operator calls the credentials, for the log: also of those that have expired. */
  credentials?: string;
  /** See `chargeUsage`; absent where no quota is for what it brings. */
  charge?: (known: Known) => void;
  /** See `settleUsage`. */
  settle?: (usage: Usage) => void;
  /** How the request failed: the answer's message, and what was thrown. */
  failure?: { readonly error: ApiError; readonly thrown: unknown };
  /** What of a request that was served otherwise was refused. */
  refusedPart?: { readonly items: number; readonly reason: string };
  /** Why this side has ended the connection before the answer was complete. */
  cut?: string;
  /** The project whose share of the connections it holds, '' for the default one. */
  connectionShare?: string;
  /** What is taken in of its body after an early answer; absent: the usual. */
  unread?: UnreadBounds;
}

/** What a body was found to hold. */
export interface Known {
  /** Observations, spans and metric points that are to be stored. */
  readonly items: number;
  /** Without its encoding. */
  readonly bytes: number;
}

/** What a write took in the end. */
export interface Usage {
  /** `not served`, overload for instance, counts for no quota but that of requests; `refused` for the mistake of its sender. */
  readonly outcome: 'stored' | 'refused' | 'not served';
  /** Observations, spans and metric points that were stored. */
  readonly items: number;
  /** Of its body without its encoding; of one that was not read so far, those that have come. */
  readonly bytes: number;
}

/** Whether a quota is for what a write brings: then `chargeUsage` is needed before anything of it is stored. */
export function isCharged(response: Response): boolean {
  return contextOf(response).charge !== undefined;
}

/**
 * Judges a write by what its body holds, when that is known and before any of it is stored.
 * @throws ApiError 429 that names the quota which others have used up meanwhile; the write has taken nothing then
 */
export function chargeUsage(response: Response, known: Known): void {
  contextOf(response).charge?.(known);
}

/** Tells the quotas what a write took, the first time; until then it is what its header announced. */
export function settleUsage(response: Response, usage: Usage): void {
  contextOf(response).settle?.(usage);
}

/** The request's context; express gives `locals` without a type. */
export function contextOf(response: Response): RequestContext {
  return response.locals as RequestContext;
}

/** Tells the log that a part of the request was refused alone, though it is answered 200. */
export function noteRefusedPart(response: Response, part: { readonly items: number; readonly reason: string }): void {
  contextOf(response).refusedPart = part;
}

/** Of a route with credentials: so many bytes of a body are worth taking in for the answer to be read. */
export function noteBodyLimit(response: Response, bytes: number): void {
  contextOf(response).unread = unreadBoundsOf(bytes);
}

/** Keeps the project whose share of the connections a request holds, for `connectionShareOf`. */
export function noteConnectionShare(response: Response, project: string): void {
  contextOf(response).connectionShare = project;
}

/** Returns the project whose share of the connections a request holds; undefined where it holds none. */
export function connectionShareOf(response: ServerResponse): string | undefined {
  return (response as { readonly locals?: RequestContext }).locals?.connectionShare;
}

/** See `noteBodyLimit`; undefined where nothing was noted. */
export function unreadBounds(response: ServerResponse): UnreadBounds | undefined {
  return (response as { readonly locals?: RequestContext }).locals?.unread;
}

/** Tells the log why a connection is ended from here; of what is no request of an app nobody asks. */
export function noteCut(response: ServerResponse, reason: string): void {
  const { locals } = response as { readonly locals?: RequestContext };
  if (locals !== undefined) locals.cut ??= reason;
}

/**
 * Who sends, and what for.
 * @throws on a route without authentication, which has no sender
 */
export function senderOf(response: Response): Sender {
  const { sender } = contextOf(response);
  if (sender === undefined) throw new Error('the route does not authenticate its requests');
  return sender;
}
