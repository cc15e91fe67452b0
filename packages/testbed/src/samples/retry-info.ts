import { Root, parse } from 'protobufjs';

/** Messages of google/rpc/status.proto, google/rpc/error_details.proto, google/protobuf/any.proto and duration.proto. */
const { root } = parse(
  `
  syntax = "proto3";
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }
`,
  new Root(),
);

/**
 * Seconds after which a client may retry, by the `RetryInfo` of a status, without code of the product; undefined without one.
 * @param details the trailer `grpc-status-details-bin`
 */
export function retrySeconds(details: unknown): number | undefined {
  if (!Buffer.isBuffer(details)) return undefined;
  const status = root.lookupType('Status').decode(details).toJSON() as {
    details?: { typeUrl: string; value: string }[];
  };
  const found = status.details?.find(({ typeUrl }) => typeUrl === 'type.googleapis.com/google.rpc.RetryInfo');
  if (found === undefined) return undefined;
  const info = root.lookupType('RetryInfo').decode(Buffer.from(found.value, 'base64')).toJSON();
  return Number((info as { retryDelay: { seconds: string } }).retryDelay.seconds);
}
