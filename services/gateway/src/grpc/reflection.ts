import type { ServiceDefinition, handleBidiStreamingCall } from '@grpc/grpc-js';
import { DecodeError, answerReflection } from '@sluice/decode';
import { badRequest, unauthorized } from '@sluice/http';
import { statusOf } from './grpc-status';
import { streamMethod } from './methods';
import type { SmallCalls } from './small-calls';

const METHOD = 'ServerReflectionInfo';

const PATHS = ['v1', 'v1alpha'].map((version) => `/grpc.reflection.${version}.ServerReflection/${METHOD}`);

/** Requests of a call: a client asks for the services, and for the files of a few. An answer has at most 10 KB. */
const MAX_REQUESTS = 100;
const MAX_BYTES = 64 * 1024;

/** Reflection service (gRPC Server Reflection Protocol), by which clients such as grpcurl read the services. */
export const reflectionDefinitions: readonly ServiceDefinition[] = PATHS.map((path) => ({
  [METHOD]: streamMethod(path),
}));

/** Reflection needs credentials, of any scope, also where data is accepted without. */
export const reflectionCalls: SmallCalls = {
  paths: new Set(PATHS),
  mostBytes: MAX_BYTES,
  hasManyMessages: true,
  admit: (call, metadata) => {
    if (call.admit(metadata, 'any').scheme === 'none') throw unauthorized();
  },
};

/** Answers each request, in order, until the client has no more or has gone. */
export const answerReflections: handleBidiStreamingCall<Buffer, Buffer> = (call) => {
  let requests = 0;
  const fail = (error: unknown): void => {
    call.removeAllListeners('data').resume();
    call.emit('error', statusOf(error));
  };
  call.on('data', (request: Buffer) => {
    requests += 1;
    if (requests > MAX_REQUESTS) {
      fail(badRequest(`a call of this service may send at most ${MAX_REQUESTS} requests`));
      return;
    }
    try {
      call.write(answerReflection(request));
    } catch (error) {
      fail(error instanceof DecodeError ? badRequest(error.message) : error);
    }
  });
  call.on('end', () => call.end());
};
