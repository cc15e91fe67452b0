import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionLimit } from './connection-limit';
import { type ApiError, badRequest, errorBody } from './api-error';
import { describeBroken } from './describe-request';
import { drainable } from './drain-server';
import { NO_SNIFFING } from './prepare-request';
import { noteCut } from './request-context';
import { inOrder } from './request-order';
import type { RequestLog } from './request-log';
import { unknownPath } from './unknown-path';
import { isBodyPending } from './unread-body';

/** How long a client may take, in milliseconds (contract: Limits). */
export interface Timeouts {
  /** Until the header is complete. */
  readonly headers: number;
  /** Until the whole request is there. */
  readonly request: number;
  /** Between two requests; longer than the 60 s of most proxies, which would else send into a closed connection. */
  readonly keepAlive: number;
  /** Without any progress while a client owes some: it has to send the rest of its body, or to read what was written. */
  readonly stall: number;
  /** The same once the listener closes: whoever still works is waited for, whoever has gone silent is not. */
  readonly closing: number;
  /** How often the first two are looked at. */
  readonly checkInterval: number;
}

export interface ListenOptions {
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly timeouts?: Partial<Timeouts>;
  /** Told of what never becomes a request. */
  readonly requestLog?: RequestLog;
  /** Bounds its connections. */
  readonly connections?: ConnectionLimit;
}

/** A server that accepts connections. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting, closes connections without a request, ends the others with their answer, and waits
   * for what is in flight; what is not finished within the budget, and a client that goes silent, is cut.
   */
  close(budgetMs: number): Promise<void>;
}

/** The time-outs of the contract. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 60_000,
  keepAlive: 75_000,
  stall: 30_000,
  closing: 1000,
  checkInterval: 5000,
};

/**
 * Listens with the limits of the contract.
 * @throws the system's error where the address is in use or not allowed
 */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listener> {
  const { host, port, timeouts, requestLog, connections } = options;
  const { headers, request, keepAlive, stall, closing, checkInterval } = { ...DEFAULT_TIMEOUTS, ...timeouts };
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: checkInterval,
    requireHostHeader: false, // the app refuses it, in the form of all errors
  });
  server.timeout = stall;
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const refusal = answerClientError(error, socket);
    if (refusal !== undefined) requestLog?.failed(describeBroken(refusal, error.rawPacket, socket));
  });
  server.on('connect', answerConnect);
  const close = drainable(server, closing);
  connections?.watch(server);
  server.on('request', cutWhenStalled);
  server.on('request', inOrder(app));
  server.on('checkContinue', (incoming, response) => {
    continueWhenRead(incoming, response);
    server.emit('request', incoming, response);
  });
  // Other expectations too are the app's to refuse.
  server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { url: urlOf(address), port: address.port, close };
}

/**
 * Asks a client that waits with its body (`Expect: 100-continue`) to send it when somebody lets it flow, and not
 * before: nothing of a body is read before its sender is known (contract: HTTP in general).
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  request.once('resume', () => {
    if (!response.headersSent) response.writeContinue();
  });
}

/** A silent connection is cut where the client stalls; where it waits for a handler that works, it is not. */
function cutWhenStalled(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    const owed = isBodyPending(request) ? 'send its body' : response.writableLength > 0 ? 'read its answer' : undefined;
    if (owed === undefined) return;
    noteCut(response, `the client did not ${owed} for too long (STALL_TIMEOUT_MS, or the process stops)`);
    socket.destroy();
  });
}

/** The error of Node for bytes that are no request. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/**
 * Answers what is no HTTP request, which never reaches the app, in the form of all errors (spec 7). Too slow a client
 * is only cut off.
 * @returns the answer, where it was given to something that is not a request of the app
 */
function answerClientError(error: ClientError, socket: Socket): ApiError | undefined {
  // Null once a request before it was answered.
  const response = (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (response !== undefined && isLate) noteCut(response, 'the request took too long to arrive (REQUEST_TIMEOUT_MS)');
  if (response?.req.complete === true && error.code !== 'ECONNRESET') {
    endAfter(response, socket);
    return undefined;
  }
  if (!socket.writable || response?.headersSent === true || error.code === 'ECONNRESET' || isLate) {
    socket.destroy();
    return undefined;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = badRequest(tooLong ? 'the header is longer than 16 KiB' : 'this is not an HTTP request');
  endWith(socket, '400 Bad Request', refusal);
  if (response === undefined) return refusal;
  noteCut(response, 'the body broke off, or is not what its header announced');
  return undefined;
}

/**
 * A request that was complete is answered, whatever comes behind it: its sender must not read that something was
 * refused which is being stored. Nothing more is read.
 */
function endAfter(response: ServerResponse, socket: Socket): void {
  socket.pause();
  response.shouldKeepAlive = false;
  if (response.listeners('finish').includes(endConnection)) return;
  response.once('finish', endConnection);
}

function endConnection(this: ServerResponse): void {
  this.socket?.end();
}

/** CONNECT comes with a bare connection instead of a response: it is an unknown method like others. */
function answerConnect(request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  endWith(socket, '404 Not Found', unknownPath(request));
}

/** Writes an answer where there is no response to do it. */
function endWith(socket: Duplex, status: string, error: ApiError): void {
  const body = errorBody(error);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    NO_SNIFFING.join(': '),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
