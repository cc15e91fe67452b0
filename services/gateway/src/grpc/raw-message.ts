import { Readable } from 'node:stream';
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';

/** Length of the prefix of a message: a flag, and the size in four bytes (gRPC over HTTP/2: Length-Prefixed-Message). */
const PREFIX_BYTES = 5;

/** Observer of the bytes of a message as they arrive; its errors refuse the call. */
export interface MessageObserver {
  /** Receives the size that the prefix announces, in bytes. */
  announced(bytes: number): void;
  /** Receives the size of each chunk. */
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

  /** @throws Error if another version of grpc-js has other members */
  constructor(call: ServerInterceptingCallInterface) {
    const stream: unknown = Reflect.get(call, 'stream');
    const encoding: unknown = Reflect.get(call, 'incomingEncoding');
    if (!(stream instanceof Readable) || typeof encoding !== 'string') throw new Error('grpc-js has changed its calls');
    this.#stream = stream;
    this.#encoding = encoding;
    // grpc-js passes the message on as it was sent.
    Reflect.set(call, 'incomingEncoding', 'identity');
  }

  /** Encoding of the message, once its prefix has arrived: the flag may except it from that of its call. */
  get encoding(): string {
    return this.#prefix[0] === 0 ? 'identity' : this.#encoding;
  }

  /** Follows the arrival, ahead of grpc-js. */
  observe(observer: MessageObserver): void {
    const take = (chunk: Buffer): void => {
      try {
        observer.received(chunk.length);
        if (this.#prefix.length === PREFIX_BYTES) return;
        this.#prefix.push(...chunk.subarray(0, PREFIX_BYTES - this.#prefix.length));
        if (this.#prefix.length === PREFIX_BYTES) observer.announced(Buffer.from(this.#prefix).readUInt32BE(1));
      } catch (error) {
        this.#stream.off('data', take);
        observer.failed(error as Error);
      }
    };
    this.#stream.prependListener('data', take);
  }

  /** Reads no more until the call is answered, so that the flow control of HTTP/2 stops the client; the rest is discarded afterwards. */
  stop(): void {
    this.#stream.pause();
  }
}
