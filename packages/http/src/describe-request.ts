import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { LogFields } from '@sluice/runtime';
import type { Request, Response } from 'express';
import { ApiError } from './api-error';
import { type RequestContext, contextOf } from './request-context';
import type { FailedRequest } from './request-log';
import { LONGEST_REASON, loggedReason, printable } from './shown-text';
import { shownPath } from './unknown-path';

/** Longer texts of a client are cut in the log. */
const LONGEST_AGENT = 200;

/** Facts about a request that are read when it arrives: the address is gone when its connection has ended. */
export interface Arrival {
  /** Milliseconds, monotonic. */
  readonly begun: number;
  readonly client: string | undefined;
}

export function arrivalOf({ socket }: IncomingMessage): Arrival {
  return { begun: performance.now(), client: socket.remoteAddress };
}

/**
 * Fields of every log line about a request. They contain nothing of its body, of its credentials only their name, and, if no route names
 * the path, only `shownPath` of its URL.
 */
export function requestFields(request: Request, response: Response, arrival: Arrival) {
  const { requestId, route, credentials } = contextOf(response);
  const userAgent = request.headers['user-agent'];
  return {
    requestId,
    method: request.method,
    route: route ?? 'unknown',
    ...(route === undefined && { path: shownPath(request.originalUrl) }),
    ...(response.writableFinished && { status: response.statusCode }),
    durationMs: Math.round(performance.now() - arrival.begun),
    requestBytes: bodyBytes(request),
    client: arrival.client,
    ...(credentials !== undefined && { credentials }),
    ...(userAgent !== undefined && { userAgent: printableAgent(userAgent) }),
  };
}

export const printableAgent = (userAgent: string): string => printable(userAgent, LONGEST_AGENT);

const bytesOfEarlier = new WeakMap<Socket, number>();

/**
 * Size of a body: the announced size, since a body over its limit is not read; otherwise the bytes received on the connection since the
 * previous request, its header included.
 */
function bodyBytes({ headers, socket }: IncomingMessage): number {
  const received = socket.bytesRead - (bytesOfEarlier.get(socket) ?? 0);
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : received;
}

/** Ends the count of a request: further bytes on its connection belong to the next request. */
export function settleBytes({ socket }: IncomingMessage): void {
  bytesOfEarlier.set(socket, socket.bytesRead);
}

/** Describes how a request failed; undefined if it did not. */
export function failureOf(request: Request, response: Response, arrival: Arrival): FailedRequest | undefined {
  return failureIn(contextOf(response), response.writableFinished, () => requestFields(request, response, arrival));
}

/**
 * Describes how a request of any protocol failed; undefined if it did not.
 * @param finished whether its response was sent
 * @param describe makes the fields of its line
 */
export function failureIn(
  { failure, cut, refusedPart }: RequestContext,
  finished: boolean,
  describe: () => RequestFields,
): FailedRequest | undefined {
  if (finished && failure === undefined && refusedPart === undefined) return undefined;
  const fields = describe();
  if (finished && failure === undefined && refusedPart !== undefined) {
    const part = { items: refusedPart.items, reason: loggedReason(refusedPart.reason) };
    return { level: 'info', message: PART, kind: kindOf(fields, part.reason), fields: { ...fields, ...part } };
  }
  if (failure === undefined || (!finished && failure.error.status < 500)) {
    const reason = cut ?? 'the client went away';
    return { level: 'info', message: CUT, kind: kindOf(fields, reason), fields: { ...fields, reason } };
  }
  const { error, thrown } = failure;
  const reason = loggedReason(error.message);
  const cause = thrown instanceof ApiError ? thrown.cause : undefined;
  return {
    ...lineFor(error.status),
    kind: kindOf(fields, error.status === 500 ? nameOf(thrown) : `${reason} ${codeOf(cause)}`),
    fields: {
      ...fields,
      code: error.code,
      ...(error.status === 500 ? { err: thrown } : { reason }),
      ...(cause !== undefined && { cause: rootOf(cause) }),
    },
  };
}

/** Fields of a line about a request; the first three make its kind. */
export type RequestFields = LogFields & {
  readonly method: string;
  readonly route: string;
  readonly credentials?: string;
};

const CUT = 'a request was cut off';
const PART = 'a part of a request was refused';

function lineFor(status: number): Pick<FailedRequest, 'level' | 'message'> {
  if (status === 500) return { level: 'error', message: 'a request failed: this is a bug' };
  if (status > 500) return { level: 'warn', message: 'a request could not be served' };
  if (status === 401) return { level: 'warn', message: 'a request was refused: its credentials are not accepted' };
  return { level: 'info', message: 'a request was refused' };
}

/** First byte of a TLS connection. */
const TLS_HANDSHAKE = 0x16;

/** Describes bytes that were refused before they became a request: most often a client sends TLS. */
export function describeBroken(
  refusal: ApiError,
  packet: Buffer | undefined,
  { remoteAddress }: Socket,
): FailedRequest {
  const isTls = packet?.[0] === TLS_HANDSHAKE;
  const reason = isTls
    ? 'the client speaks TLS, this port does not: use http://, or end TLS before it'
    : refusal.message;
  const fields = { status: refusal.status, code: refusal.code, reason, client: remoteAddress };
  return { ...lineFor(refusal.status), kind: reason, fields };
}

/** Codes of OpenSSL for first bytes that are not of TLS. */
const NOT_TLS: ReadonlySet<string> = new Set(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER']);

/**
 * Describes a handshake of TLS that failed: most often a client sends plain HTTP, or does not trust the certificate. Undefined if the
 * client only closed the connection, as balancers do that probe a port.
 */
export function describeHandshake(
  { code = 'unknown' }: NodeJS.ErrnoException,
  { remoteAddress }: Socket,
): FailedRequest | undefined {
  if (code === 'ECONNRESET') return undefined;
  const reason = NOT_TLS.has(code)
    ? 'the client does not speak TLS, this port does: use https://'
    : code === 'ERR_TLS_HANDSHAKE_TIMEOUT'
      ? 'the client did not complete the handshake for too long (HEADERS_TIMEOUT_MS)'
      : `the handshake failed (${code})`;
  return {
    level: 'info',
    message: 'a connection of TLS was refused',
    kind: reason,
    fields: { reason, client: remoteAddress },
  };
}

/** Reason without its numbers, such as indices and sizes, which differ between requests. */
function kindOf(
  { method, route, credentials = '' }: Pick<RequestFields, 'method' | 'route' | 'credentials'>,
  reason: string,
): string {
  return `${method} ${route} ${credentials} ${reason.replace(/\d+/g, '#')}`;
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name} ${thrown.message.slice(0, LONGEST_REASON)}` : typeof thrown;
}

/** Innermost cause of an error. */
function rootOf(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause !== undefined ? rootOf(thrown.cause) : thrown;
}

function codeOf(thrown: unknown): string {
  const root = rootOf(thrown);
  return typeof root === 'object' && root !== null && 'code' in root ? String(root.code) : '';
}
