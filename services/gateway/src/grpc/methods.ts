import type { MethodDefinition } from '@grpc/grpc-js';

const identity = (bytes: Buffer): Buffer => bytes;

/** Definition of a method with one request and one response, which stay bytes. */
export const unaryMethod = (path: string): MethodDefinition<Buffer, Buffer> => method(path, false);

/** Definition of a method with any number of requests and responses, which stay bytes. */
export const streamMethod = (path: string): MethodDefinition<Buffer, Buffer> => method(path, true);

const method = (path: string, isStream: boolean): MethodDefinition<Buffer, Buffer> => ({
  path,
  requestStream: isStream,
  responseStream: isStream,
  requestSerialize: identity,
  requestDeserialize: identity,
  responseSerialize: identity,
  responseDeserialize: identity,
});
