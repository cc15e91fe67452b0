import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { encodeRetryStatus } from '@sluice/decode';
import { ApiError, internalError } from '@sluice/http';

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
  if (seconds > 0) metadata.set('grpc-status-details-bin', encodeRetryStatus(code, seconds));
  return { code, details, metadata };
}
