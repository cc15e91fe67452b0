import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type handleUnaryCall,
} from '@grpc/grpc-js';
import { ACCEPTED_ENCODINGS, type Signal, encodeOtlpResponse } from '@sluice/decode';
import { RECEIPT_HEADER } from '@sluice/http';
import { exportOtlp } from '../export-otlp';
import type { GatewayDependencies } from '../ingest';
import { Call, type CallDependencies } from './call';
import { CallBody, brokenOff } from './call-body';
import { SIGNALS } from './otlp-services';
import { endUpload, widenWindows } from './raw-message';

/** Encodings of messages, of which grpc-js knows a part. */
const ENCODINGS = [...ACCEPTED_ENCODINGS].reverse().join();

/** Answer to an export that was accepted. */
interface Answer {
  readonly message: Buffer;
  readonly trailers: Metadata;
}

/**
 * Makes the interceptor of exports. A call is checked on its metadata, before anything of its message is read; the message then arrives
 * within the limits of `ingest`. Failures are answered here, accepted exports by the handler.
 */
export function interceptExports(calls: CallDependencies, gateway: GatewayDependencies): ServerInterceptor {
  return ({ path }, base) => {
    const signal = SIGNALS.get(path);
    return signal === undefined
      ? new ServerInterceptingCall(base)
      : intercept(new Call(calls, path, base), base, signal);
  };

  function intercept(call: Call, base: ServerInterceptingCallInterface, signal: Signal): ServerInterceptingCall {
    let body: CallBody | undefined;
    let answer: Promise<Answer | undefined> = Promise.resolve(undefined);
    const begin = (metadata: Metadata, read: () => void): Promise<Answer | undefined> => {
      try {
        const admitted = call.admitWrite(metadata);
        widenWindows(base);
        body = new CallBody(base, admitted, { begin: read, fail: (error) => call.fail(error) });
        const reading = body;
        return call
          .within(() => accept(call, signal, reading))
          .catch((error: unknown) => {
            call.fail(error);
            return undefined;
          });
      } catch (error) {
        call.fail(error);
        return Promise.resolve(undefined);
      }
    };
    return new ServerInterceptingCall(base, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, passOn) => {
            answer = begin(metadata, () => passOn(metadata));
          },
          onReceiveMessage: (message: Buffer, passOn) => {
            body?.came(message);
            passOn(answer);
          },
          onReceiveHalfClose: (passOn) => {
            if (body?.isComplete === false) call.fail(brokenOff());
            else passOn();
          },
          onCancel: () => {
            body?.breakOff();
            call.end();
            endUpload(base);
          },
        }),
      sendMetadata: (metadata, passOn) => {
        metadata.set('grpc-accept-encoding', ENCODINGS);
        passOn(metadata);
      },
      sendStatus: (sent, passOn) => {
        passOn(sent);
        call.end(sent.code);
      },
    });
  }

  async function accept(call: Call, signal: Signal, body: CallBody): Promise<Answer> {
    const mediaType = 'application/x-protobuf';
    const { rejected, reason, message } = await exportOtlp(gateway, { signal, mediaType }, body);
    if (rejected > 0) call.noteRefusedPart({ items: rejected, reason });
    const trailers = new Metadata();
    if (body.receipt !== undefined) trailers.set(RECEIPT_HEADER.toLowerCase(), body.receipt);
    return { message: encodeOtlpResponse(signal, mediaType, { rejected, message }), trailers };
  }
}

/** Handler of an export, whose request is the answer of the interceptor; undefined: the call has failed there. */
export const answerExport: handleUnaryCall<Promise<Answer | undefined>, Buffer> = ({ request }, respond) => {
  void request.then((answer) => {
    if (answer !== undefined) respond(null, answer.message, answer.trailers);
  });
};
