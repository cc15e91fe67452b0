import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { ApiError } from './api-error';
import type { Sender } from './credentials';
import { type UnreadBounds, unreadBoundsOf } from './unread-body';

/** Quotas of a write. */
export interface WriteQuota {
  /**
   * Charges a write by the contents of its body, before any of it is stored; absent if no quota applies to the body.
   * @throws ApiError 429 that names a quota which other requests have used up meanwhile; the write is then charged nothing
   */
  readonly charge?: ((known: ChargedUsage) => void) | undefined;
  /** Corrects the charge of a write to its usage, at the first call; until then its announced size is charged. */
  readonly settle?: ((usage: Usage) => void) | undefined;
}

/** Facts that the steps before a handler have found about its request. */
export interface RequestContext extends WriteQuota {
  /** Client's X-Request-Id if it is well-formed, otherwise a random id; also a response header. */
  requestId?: string;
  /** Path template of the matching route. */
  route?: string;
  /** Sender of the request: see `Credentials.identify`. Absent on a route without credentials. */
  sender?: Sender;
  /** Operator's name of the credentials, for the log; also of expired ones. */
  credentials?: string;
  /** Failure of the request: the response's error, and the thrown value. */
  failure?: { readonly error: ApiError; readonly thrown: unknown };
  /** Refused part of a request that was served otherwise. */
  refusedPart?: { readonly items: number; readonly reason: string };
  /** Reason why the server has cut the connection before the response was complete. */
  cut?: string;
  /** Project whose share of the connections the request holds, '' for the default one. */
  connectionShare?: string;
  /** Limits of reading its body after an early response; absent: the default ones. */
  unread?: UnreadBounds;
}

/** Contents of a body. */
export interface ChargedUsage {
  /** Observations, spans and metric points to be stored. */
  readonly items: number;
  /** Decompressed size of the body. */
  readonly bytes: number;
}

/** Usage of a write at its end. */
export interface Usage {
  /** `not served`, for example at overload, uses no quota but that of requests; `refused` for a mistake of its sender. */
  readonly outcome: 'stored' | 'refused' | 'not served';
  /** Observations, spans and metric points that were stored. */
  readonly items: number;
  /** Decompressed size of the body; if it was not decompressed, the bytes received. */
  readonly bytes: number;
}

/** Returns the quotas of a write, which `Quotas` has admitted; without members if the app has none. */
export function writeQuotaOf(response: Response): WriteQuota {
  const { charge, settle } = contextOf(response);
  return { charge, settle };
}

/** Returns the request's context; express has `locals` without a type. */
export function contextOf(response: Response): RequestContext {
  return response.locals as RequestContext;
}

/** Records for the log that a part of the request was refused, although it is answered 200. */
export function noteRefusedPart(response: Response, part: { readonly items: number; readonly reason: string }): void {
  contextOf(response).refusedPart = part;
}

/** Sets the number of bytes of a body that a route with credentials reads after the response. */
export function noteBodyLimit(response: Response, bytes: number): void {
  contextOf(response).unread = unreadBoundsOf(bytes);
}

/** Records the project whose share of the connections a request holds, for `connectionShareOf`. */
export function noteConnectionShare(response: Response, project: string): void {
  contextOf(response).connectionShare = project;
}

/** Returns the project whose share of the connections a request holds; undefined if it holds none. */
export function connectionShareOf(response: ServerResponse): string | undefined {
  return (response as { readonly locals?: RequestContext }).locals?.connectionShare;
}

/** Returns the limits that `noteBodyLimit` set; otherwise undefined. */
export function unreadBounds(response: ServerResponse): UnreadBounds | undefined {
  return (response as { readonly locals?: RequestContext }).locals?.unread;
}

/** Records for the log why the server ends a connection; ignored if the response belongs to no app. */
export function noteCut(response: ServerResponse, reason: string): void {
  const { locals } = response as { readonly locals?: RequestContext };
  if (locals !== undefined) locals.cut ??= reason;
}

/**
 * Returns the sender of a request.
 * @throws on a route without authentication, which has no sender
 */
export function senderOf(response: Response): Sender {
  const { sender } = contextOf(response);
  if (sender === undefined) throw new Error('the route does not authenticate its requests');
  return sender;
}
