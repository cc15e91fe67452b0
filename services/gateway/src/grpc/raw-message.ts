import { type Http2Session, type ServerHttp2Stream, constants } from 'node:http2';
import { Readable } from 'node:stream';
import type { Server, ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { badRequest } from '@sluice/http';

const CHANGED = 'grpc-js has changed its calls';

/** Length of the prefix of a message: a flag, and the size in four bytes (gRPC over HTTP/2: Length-Prefixed-Message). */
const PREFIX_BYTES = 5;

/** Observer of the bytes of a message as they arrive; its errors refuse the call. */
export interface MessageObserver {
  /** Whether the call may have several messages: then `announced` receives the size of the first one alone. */
  readonly hasManyMessages?: boolean;
  /** Receives the size that the prefix announces, in bytes. */
  announced(bytes: number): void;
  /** Receives the size of each chunk without the prefix, in bytes. */
  received(bytes: number): void;
  /** Receives the first error. */
  failed(error: Error): void;
}

/**
 * Message of a call as it is sent. grpc-js reports neither the bytes of a message that still arrives nor its text before it is inflated, and
 * both are needed to bound memory as over HTTP. This file alone reads members that the types of grpc-js do not contain; its version is
 * pinned, and a test holds them.
 */
export class RawMessage {
  readonly #stream: Readable;
  readonly #encoding: string;
  readonly #prefix: number[] = [];
  /** Bytes that have arrived, and those that the message has with its prefix. */
  #bytes = 0;
  #size = Infinity;

  /** @throws Error if another version of grpc-js has other members */
  constructor(call: ServerInterceptingCallInterface) {
    const encoding: unknown = Reflect.get(call, 'incomingEncoding');
    if (typeof encoding !== 'string') throw new Error(CHANGED);
    this.#stream = streamOf(call);
    this.#encoding = encoding;
    // grpc-js passes the message on as it was sent.
    Reflect.set(call, 'incomingEncoding', 'identity');
  }

  /** Encoding of the message, once its prefix has arrived: the flag may except it from that of its call. */
  get encoding(): string {
    return this.#prefix[0] === 0 ? 'identity' : this.#encoding;
  }

  /**
   * Follows the arrival, ahead of grpc-js. Where a call has one message, a further byte fails it, also while the message is being stored.
   */
  observe(observer: MessageObserver): void {
    const take = (chunk: Buffer): void => {
      try {
        this.#bytes += chunk.length;
        const ofPrefix = Math.min(PREFIX_BYTES - this.#prefix.length, chunk.length);
        if (ofPrefix > 0) this.#readPrefix(chunk.subarray(0, ofPrefix), observer);
        if (this.#bytes > this.#size && observer.hasManyMessages !== true)
          throw badRequest('a call must contain one message');
        observer.received(chunk.length - ofPrefix);
      } catch (error) {
        this.#stream.off('data', take);
        observer.failed(error as Error);
      }
    };
    this.#stream.prependListener('data', take);
  }

  #readPrefix(part: Buffer, observer: MessageObserver): void {
    this.#prefix.push(...part);
    if (this.#prefix.length < PREFIX_BYTES) return;
    const [flag = 0] = this.#prefix;
    if (flag > 1) throw badRequest(`the flag of the message must be 0 or 1, not ${flag}`);
    if (flag === 1 && this.#encoding === 'identity')
      throw badRequest('the message is compressed, but grpc-encoding does not name its encoding');
    const announced = Buffer.from(this.#prefix).readUInt32BE(1);
    this.#size = PREFIX_BYTES + announced;
    observer.announced(announced);
  }

  /** Reads no more until the call is answered, so that the flow control of HTTP/2 stops the client; the rest is discarded afterwards. */
  stop(): void {
    this.#stream.pause();
  }
}

/** Interval at which an upload is observed that goes on after the status of its call, in milliseconds. */
const UPLOAD_CHECK_MS = 1000;

/**
 * Ends the upload of a call that has a status: its client is to send no more of it, which is no error (RFC 9113 section 8.1). Most clients
 * end it themselves. A reset that precedes the status on the wire would replace it.
 */
export function endUpload(call: ServerInterceptingCallInterface): void {
  const stream = streamOf(call);
  const check = (): void => {
    if (stream.readableEnded || stream.destroyed) return;
    if (stream.state.localClose === 1) stream.close(constants.NGHTTP2_NO_ERROR);
    else setTimeout(check, UPLOAD_CHECK_MS).unref();
  };
  if (!stream.readableEnded) setTimeout(check, UPLOAD_CHECK_MS).unref();
}

/** Windows of flow control in bytes. Those of HTTP/2, 64 KiB, let a client over 20 ms send 3 MB a second at most. */
const CONNECTION_WINDOW = 4 * 2 ** 20;
const CALL_WINDOW = 2 ** 20;

const widened = new WeakSet<Http2Session>();

/** Widens the windows of a connection at its first call whose sender is known. What arrives is read at once, and reserved. */
export function widenWindows(call: ServerInterceptingCallInterface): void {
  const { session } = streamOf(call);
  if (session === undefined || session.destroyed || widened.has(session)) return;
  widened.add(session);
  session.setLocalWindowSize(CONNECTION_WINDOW);
  session.settings({ initialWindowSize: CALL_WINDOW });
}

const warned = new WeakSet<Http2Session>();

/**
 * Ends the connection of a call with too much metadata, unless it is the first one: the next calls of such a client take memory before anything
 * of them can be checked.
 */
export function endRepeated(call: ServerInterceptingCallInterface): void {
  const { session } = streamOf(call);
  if (session === undefined) return;
  if (warned.has(session)) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  warned.add(session);
}

type CallStream = Readable & Pick<ServerHttp2Stream, 'close' | 'session' | 'state'>;

/** @throws Error if another version of grpc-js has other members */
function streamOf(call: ServerInterceptingCallInterface): CallStream {
  const stream: unknown = Reflect.get(call, 'stream');
  if (!(stream instanceof Readable) || !isCallStream(stream)) throw new Error(CHANGED);
  return stream;
}

const isCallStream = (stream: Readable): stream is CallStream =>
  'close' in stream && typeof stream.close === 'function' && 'session' in stream;

/** Calls `done` when the stream of a call has closed: of one that closes before its handler starts, grpc-js reports nothing. */
export function whenClosed(call: ServerInterceptingCallInterface, done: () => void): void {
  const stream = streamOf(call);
  if (stream.destroyed) done();
  else stream.once('close', done);
}

/**
 * Announces the limit of the metadata of a call to clients, in bytes as HTTP/2 counts them (RFC 9113 section 6.5.2): Node resets calls above
 * it once a client has acknowledged it. grpc-js has no option for it.
 * @throws Error if another version of grpc-js has other members
 */
export function announceMetadataLimit(server: Server, bytes: number): void {
  const options: unknown = Reflect.get(server, 'commonServerOptions');
  const settings: unknown = typeof options === 'object' && options !== null && Reflect.get(options, 'settings');
  if (typeof settings !== 'object' || settings === null) throw new Error('grpc-js has changed its options');
  Reflect.set(settings, 'maxHeaderListSize', bytes);
}
