import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Metadata, type ServerInterceptingCallInterface, status } from '@grpc/grpc-js';
import {
  ApiError,
  type Entrance,
  type NeededScope,
  type RequestContext,
  badRequest,
  failureIn,
  internalError,
  printableAgent,
  refusePages,
  unavailable,
} from '@sluice/http';
import { SELF_TRACES_HEADER, type Trace } from '@sluice/tracing';
import type { AdmittedCall } from './call-body';
import { statusOf } from './grpc-status';
import { endRepeated, whenClosed } from './raw-message';

/** Limit of the metadata of a call, in bytes: that of the header of a request of HTTP. */
export const METADATA_BYTES = 16 * 1024;

/** Dependencies of all calls of a listener. */
export interface CallDependencies {
  readonly entrance: Entrance;
  /** Finds the connection of a call by the address and port of its client. */
  readonly socketOf: (address: string | undefined, port: number | undefined) => Socket | undefined;
  /** Limit of a call from its metadata to its status, in milliseconds. */
  readonly maxCallMs: number;
  readonly observe: (method: string, status: string, seconds: number) => void;
}

/**
 * Call from its metadata to its status, with the checks, the log, the metrics and the trace of a request of HTTP. Its end is its first
 * status, or that its client has gone.
 */
export class Call {
  readonly #dependencies: CallDependencies;
  readonly #base: ServerInterceptingCallInterface;
  readonly #begun = performance.now();
  readonly #limit: NodeJS.Timeout;
  readonly #context: RequestContext & { readonly route: string };
  #userAgent: string | undefined;
  #trace: Trace | undefined;
  #leave: (() => void) | undefined;
  #hasEnded = false;

  /** @param method path of the method: `/package.Service/Method` */
  constructor(dependencies: CallDependencies, method: string, base: ServerInterceptingCallInterface) {
    this.#dependencies = dependencies;
    this.#base = base;
    this.#context = { requestId: randomUUID(), route: method };
    const { maxCallMs } = dependencies;
    const late = `the call took longer than ${maxCallMs} ms (REQUEST_TIMEOUT_MS): send again`;
    this.#limit = setTimeout(() => this.fail(unavailable(late)), maxCallMs);
    whenClosed(base, () => this.end());
  }

  /**
   * Checks a write by its metadata, in the order of HTTP: credentials, scope, room for the connection, origin, quotas.
   * @throws ApiError as over HTTP
   */
  admitWrite(metadata: Metadata): AdmittedCall {
    const { connections, quotas, tracing } = this.#dependencies.entrance;
    const sender = this.admit(metadata, 'ingest');
    if (tracing !== undefined && metadata.get(SELF_TRACES_HEADER).length === 0) {
      const attributes = { 'rpc.system': 'grpc', 'rpc.method': this.#context.route };
      this.#trace = tracing.begin(
        { name: this.#context.route, kind: 'server', attributes },
        textOf(metadata, 'traceparent'),
      );
    }
    const socket = this.#socket();
    if (socket !== undefined) this.#leave = connections?.begin(socket, sender.project);
    if (sender.scheme === 'none') {
      refusePages({ origin: textOf(metadata, 'origin'), 'sec-fetch-site': textOf(metadata, 'sec-fetch-site') });
    }
    return { ...this.#context, sender, ...quotas?.admitWrite(sender, 0) };
  }

  /** @throws ApiError 400 for metadata beyond its limit, 401 without accepted credentials, 403 without the scope */
  admit(metadata: Metadata, needed: NeededScope): AdmittedCall['sender'] {
    const { access } = this.#dependencies.entrance;
    if (sizeOf(metadata) > METADATA_BYTES) {
      endRepeated(this.#base);
      throw badRequest(`the metadata must be at most ${METADATA_BYTES} bytes`);
    }
    this.#userAgent = textOf(metadata, 'user-agent');
    access.authenticate(this.#context, textOf(metadata, 'authorization'));
    const { sender } = this.#context;
    if (sender === undefined) throw internalError();
    access.authorize(sender, needed);
    return sender;
  }

  /** Runs work within the trace of the call, if it has one. */
  within<T>(work: () => T): T {
    const { tracing } = this.#dependencies.entrance;
    return tracing === undefined ? work() : tracing.within(this.#trace, work);
  }

  /** Records for the log that a part of the call was refused, although it is answered OK. */
  noteRefusedPart(part: { readonly items: number; readonly reason: string }): void {
    this.#context.refusedPart = part;
  }

  /** Answers an error, unless the call has ended. */
  fail(thrown: unknown): void {
    if (this.#hasEnded) return;
    const error = thrown instanceof ApiError ? thrown : internalError();
    this.#context.failure = { error, thrown };
    const answer = statusOf(error);
    this.#base.sendStatus(answer);
    this.end(answer.code);
  }

  /** Ends the call with the status that was sent, or without one when its client has gone. */
  end(code?: status): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#limit);
    this.#leave?.();
    const { entrance, observe } = this.#dependencies;
    const name = code === undefined ? 'aborted' : status[code];
    observe(this.#context.route, name, (performance.now() - this.#begun) / 1000);
    const failure = failureIn(this.#context, code !== undefined, () => this.#fields(name));
    if (failure === undefined) entrance.requestLog.served(this.#fields(name));
    else entrance.requestLog.failed(failure);
    if (code !== undefined) this.#trace?.set({ 'rpc.grpc.status_code': code });
    const isFailure = code === undefined || code === status.INTERNAL || code === status.UNAVAILABLE;
    this.#trace?.end(isFailure ? name : undefined);
  }

  #fields(name: string) {
    const { requestId, route, credentials } = this.#context;
    return {
      requestId,
      method: 'gRPC',
      route,
      status: name,
      durationMs: Math.round(performance.now() - this.#begun),
      client: this.#base.getConnectionInfo().remoteAddress,
      ...(credentials !== undefined && { credentials }),
      ...(this.#userAgent !== undefined && { userAgent: printableAgent(this.#userAgent) }),
    };
  }

  #socket(): Socket | undefined {
    const { remoteAddress, remotePort } = this.#base.getConnectionInfo();
    return this.#dependencies.socketOf(remoteAddress, remotePort);
  }
}

/** Bytes of the keys and values of metadata. */
function sizeOf(metadata: Metadata): number {
  let bytes = 0;
  for (const [key, values] of Object.entries(metadata.toHttp2Headers())) {
    for (const value of Array.isArray(values) ? values : [String(values ?? '')]) bytes += key.length + value.length;
  }
  return bytes;
}

/** First value of a key of the metadata, which is text. */
function textOf(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}
