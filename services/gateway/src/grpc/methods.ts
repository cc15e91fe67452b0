import type { MethodDefinition } from '@grpc/grpc-js';

const identity = (bytes: Buffer): Buffer => bytes;

/** Definition of a method whose messages stay bytes. */
function method(path: string, isStream: boolean): MethodDefinition<Buffer, Buffer> {
  return {
    path,
    requestStream: isStream,
    responseStream: isStream,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
}

/** Definition of a method with one request and one response, which stay bytes. */
export const unaryMethod = (path: string): MethodDefinition<Buffer, Buffer> => method(path, false);
