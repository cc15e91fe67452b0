import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { badRequest, tooLarge } from '@sluice/http';
import { Call, type CallDependencies } from './call';
import { RawMessage } from './raw-message';

/** Calls of a service that carries no data. */
export interface SmallCalls {
  /** Paths of its methods. */
  readonly paths: ReadonlySet<string>;
  /** Limit of all that a client sends in a call, in bytes. */
  readonly mostBytes: number;
  /** Whether a call may have several messages. */
  readonly hasManyMessages?: boolean;
  /** Checks the metadata. @throws ApiError that refuses the call */
  readonly admit: (call: Call, metadata: Metadata) => void;
}

/**
 * Makes the interceptor of such calls: they have the deadline, the log and the metrics of a call, and limits of their own.
 * @param otherwise interceptor of all other calls: an interceptor of grpc-js before this one would hide the message
 */
export function interceptSmallCalls(
  calls: CallDependencies,
  { paths, mostBytes, hasManyMessages = false, admit }: SmallCalls,
  otherwise: ServerInterceptor,
): ServerInterceptor {
  return (method, base) => {
    if (!paths.has(method.path)) return otherwise(method, base);
    const call = new Call(calls, method.path, base);
    return new ServerInterceptingCall(base, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, passOn) => {
            try {
              admit(call, metadata);
              boundBytes(call, base, { mostBytes, hasManyMessages });
              passOn(metadata);
            } catch (error) {
              call.fail(error);
            }
          },
          onReceiveMessage: (message, passOn) => passOn(message),
          onReceiveHalfClose: (passOn) => passOn(),
          onCancel: () => call.end(),
        }),
      sendStatus: (sent, passOn) => {
        passOn(sent);
        call.end(sent.code);
      },
    });
  };
}

/** Refuses a call that sends more than `mostBytes`, or a compressed message, which could become more. */
function boundBytes(
  call: Call,
  base: ServerInterceptingCallInterface,
  { mostBytes, hasManyMessages }: Required<Pick<SmallCalls, 'mostBytes' | 'hasManyMessages'>>,
): void {
  const message = new RawMessage(base);
  let bytes = 0;
  const check = (size: number): void => {
    if (size > mostBytes) throw tooLarge(`a call of this service may send at most ${mostBytes} bytes`);
  };
  message.observe({
    hasManyMessages,
    announced: (size) => {
      check(size);
      if (message.encoding !== 'identity') throw badRequest('messages of this service must not be compressed');
    },
    received: (size) => check((bytes += size)),
    failed: (error) => {
      message.stop();
      call.fail(error);
    },
  });
}
