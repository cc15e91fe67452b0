import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { ApiError, internalError } from '@sluice/http';
import { Writer } from 'protobufjs/minimal';

/** Code of each status of HTTP (OTLP 1.11, "OTLP/gRPC Response"): an exporter sends again after UNAVAILABLE, and drops after the others. */
const CODES: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  413: status.INVALID_ARGUMENT,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
};

/** Limit of a message in characters: percent-encoded it must fit the 8 KiB that clients accept of trailers. */
const LONGEST_DETAILS = 600;

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

/** Tags of the wire format: field number and type. */
const VARINT_1 = (1 << 3) | 0;
const BYTES_1 = (1 << 3) | 2;
const BYTES_2 = (2 << 3) | 2;
const BYTES_3 = (3 << 3) | 2;

/**
 * Status of a call that failed. With `Retry-After` it has a `RetryInfo`, without which exporters drop what a quota refuses (OTLP 1.11,
 * "OTLP/gRPC Throttling").
 */
export function statusOf(error: unknown): StatusObject {
  const answer = error instanceof ApiError ? error : internalError();
  const code = CODES[answer.status] ?? status.UNKNOWN;
  const details = answer.message.slice(0, LONGEST_DETAILS).toWellFormed();
  const metadata = new Metadata();
  const seconds = Number(answer.headers['Retry-After'] ?? 0);
  if (seconds > 0) metadata.set('grpc-status-details-bin', statusWithRetry(code, seconds));
  return { code, details, metadata };
}

/** `google.rpc.Status` without its message, which is sent beside it, with a `google.rpc.RetryInfo` in its details. */
function statusWithRetry(code: status, seconds: number): Buffer {
  const retryInfo = new Writer().uint32(BYTES_1).fork().uint32(VARINT_1).int64(seconds).ldelim().finish();
  const writer = new Writer().uint32(VARINT_1).int32(code);
  writer.uint32(BYTES_3).fork().uint32(BYTES_1).string(RETRY_INFO).uint32(BYTES_2).bytes(retryInfo).ldelim();
  return Buffer.from(writer.finish());
}
