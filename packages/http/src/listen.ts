import { type ServerOptions, createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionLimit } from './connection-limit';
import { type ApiError, badRequest, errorBody } from './api-error';
import { describeBroken } from './describe-request';
import { drainable } from './drain-server';
import type { ListenerTls } from './listener-tls';
import { NO_SNIFFING } from './prepare-request';
import { noteCut } from './request-context';
import { inOrder } from './request-order';
import type { RequestLog } from './request-log';
import { unknownPath } from './unknown-path';
import { isBodyPending } from './unread-body';

/** Time limits of a client, in milliseconds (contract: Limits). */
export interface Timeouts {
  /** Until the header is complete. */
  readonly headers: number;
  /** Until the whole request has arrived. */
  readonly request: number;
  /** Between two requests; longer than the 60 s of most proxies, which otherwise send into a closed connection. */
  readonly keepAlive: number;
  /** Without any progress while the client has to send the rest of its body, or to read the response. */
  readonly stall: number;
  /** The same once the listener closes: active clients are waited for, silent ones are cut. */
  readonly closing: number;
  /** Interval at which the first two are checked. */
  readonly checkInterval: number;
}

export interface ListenOptions {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  readonly timeouts?: Partial<Timeouts>;
  /** Records data that never becomes a request. */
  readonly requestLog?: RequestLog;
  /** Limits the connections. */
  readonly connections?: ConnectionLimit;
  /** Certificate of HTTPS; absent: HTTP. */
  readonly tls?: ListenerTls | undefined;
}

/** A server that accepts connections. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, closes those without a request, and ends the others with their responses. Requests that are unfinished
   * after the budget are cut, and so are silent clients.
   */
  close(budgetMs: number): Promise<void>;
}

/** Time-outs of the contract. */
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
 * @throws the system's error if the address is in use or not allowed
 */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listener> {
  const { host, port, timeouts, requestLog, connections, tls } = options;
  const { headers, request, keepAlive, stall, closing, checkInterval } = { ...DEFAULT_TIMEOUTS, ...timeouts };
  const serverOptions: ServerOptions = {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: checkInterval,
    requireHostHeader: false, // the app refuses it, in the form of all errors
  };
  // A handshake has the time of a header: both come before anything is known of a client.
  const secure = tls && createSecureServer({ ...serverOptions, ...tls.options(headers) });
  const server = secure ?? createServer(serverOptions);
  const cutHandshakes = secure && tls.attach(secure, requestLog);
  server.timeout = stall;
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const refusal = answerClientError(error, socket);
    if (refusal !== undefined) requestLog?.failed(describeBroken(refusal, error.rawPacket, socket));
  });
  server.on('connect', answerConnect);
  const drain = drainable(server, closing);
  connections?.watch(server);
  server.on('request', cutWhenStalled);
  server.on('request', inOrder(app));
  server.on('checkContinue', (incoming, response) => {
    continueWhenRead(incoming, response);
    server.emit('request', incoming, response);
  });
  // The app refuses other expectations too.
  server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const url = urlOf(secure === undefined ? 'http' : 'https', address);
  return {
    url,
    port: address.port,
    close: async (budgetMs) => {
      const drained = drain(budgetMs);
      cutHandshakes?.();
      await drained;
    },
  };
}

/**
 * Sends `100 Continue` to a waiting client (`Expect: 100-continue`) only when a handler reads the body: nothing of a body is read before
 * its credentials are checked (contract: HTTP in general).
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  request.once('resume', () => {
    if (!response.headersSent) response.writeContinue();
  });
}

/** Cuts a silent connection if the client stalls, but not if the client waits for a working handler. */
function cutWhenStalled(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    const owed = isBodyPending(request) ? 'send its body' : response.writableLength > 0 ? 'read its answer' : undefined;
    if (owed === undefined) return;
    noteCut(response, `the client did not ${owed} for too long (STALL_TIMEOUT_MS, or the process stops)`);
    socket.destroy();
  });
}

/** Error of Node for bytes that are not a request. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/**
 * Answers data that is not an HTTP request, which never reaches the app, in the form of all errors (spec 7). A client that is too slow is
 * only cut off.
 * @returns the error, if it answered data that is not a request of the app
 */
function answerClientError(error: ClientError, socket: Socket): ApiError | undefined {
  // Null once the previous request was answered.
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
  endWith(socket, '400 Bad Request', refusal, !isHead(error));
  if (response === undefined) return refusal;
  noteCut(response, 'the body broke off, or is not what its header announced');
  return undefined;
}

/**
 * Answers a complete request even if invalid data follows: its sender must not read a refusal of data that is being stored. Nothing more is
 * read.
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

/** Answers CONNECT as an unknown method; Node passes a bare connection instead of a response for it. */
function answerConnect(request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  endWith(socket, '404 Not Found', unknownPath(request));
}

/** Returns whether a request that could not be read begins as a HEAD, whose answer has no body. */
const isHead = ({ rawPacket }: ClientError): boolean => rawPacket?.toString('latin1', 0, 5) === 'HEAD ';

/** Writes a response to a connection without a response object. */
function endWith(socket: Duplex, status: string, error: ApiError, hasBody = true): void {
  const body = errorBody(error);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    NO_SNIFFING.join(': '),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${hasBody ? body : ''}`);
}

function urlOf(scheme: 'http' | 'https', { address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${scheme}://${host}:${port}`;
}
