import { ANSWER_LIMITS } from '@sluice/record';
import { Writer } from 'protobufjs/minimal';

/** The outcome of a request that was accepted in part, or accepted with a warning (`rejected` 0). */
export interface PartialSuccess {
  readonly rejected: number;
  /** Empty: no warning. */
  readonly message: string;
}

/** The member with the number of refused items. In protobuf the answers of all signals have the same fields. */
const REJECTED = { traces: 'rejectedSpans', metrics: 'rejectedDataPoints', logs: 'rejectedLogRecords' } as const;

/** Tags of the wire format: field number and type, `1` and `2` of proto/opentelemetry. */
const PARTIAL_SUCCESS = (1 << 3) | 2;
const REJECTED_ITEMS = (1 << 3) | 0;
const ERROR_MESSAGE = (2 << 3) | 2;

export type Signal = keyof typeof REJECTED;

/**
 * The body of a successful answer, `Export<Signal>ServiceResponse` in the request's encoding (OTLP 1.11, "Full Success"
 * and "Partial Success"): empty when everything was accepted without a warning.
 */
export function encodeOtlpResponse(
  signal: Signal,
  contentType: 'application/json' | 'application/x-protobuf',
  { rejected, message }: PartialSuccess,
): Buffer {
  // Half of a character, of a name that was cut, would be no UTF-8.
  const errorMessage = message.slice(0, ANSWER_LIMITS.message).toWellFormed();
  const partial = rejected > 0 || errorMessage !== '';
  // Of proto3: a member that has its default value is left out, in JSON an int64 is a string.
  if (contentType === 'application/json') {
    const refused = rejected > 0 ? { [REJECTED[signal]]: String(rejected) } : {};
    return Buffer.from(JSON.stringify(partial ? { partialSuccess: { ...refused, errorMessage } } : {}));
  }
  if (!partial) return Buffer.alloc(0);
  const answer = new Writer().uint32(PARTIAL_SUCCESS).fork();
  if (rejected > 0) answer.uint32(REJECTED_ITEMS).int64(rejected);
  if (errorMessage !== '') answer.uint32(ERROR_MESSAGE).string(errorMessage);
  return Buffer.from(answer.ldelim().finish());
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const VARINT_1 = (1 << 3) | 0;
const BYTES_1 = (1 << 3) | 2;
const BYTES_2 = (2 << 3) | 2;
const BYTES_3 = (3 << 3) | 2;

/**
 * Encodes a `google.rpc.Status` with a `google.rpc.RetryInfo`, for the trailer `grpc-status-details-bin` (OTLP 1.11, "OTLP/gRPC
 * Throttling"). Its message is absent: gRPC sends it beside.
 * @param code of gRPC
 */
export function encodeRetryStatus(code: number, seconds: number): Buffer {
  const retryInfo = new Writer().uint32(BYTES_1).fork().uint32(VARINT_1).int64(seconds).ldelim().finish();
  const status = new Writer().uint32(VARINT_1).int32(code);
  status.uint32(BYTES_3).fork().uint32(BYTES_1).string(RETRY_INFO).uint32(BYTES_2).bytes(retryInfo).ldelim();
  return Buffer.from(status.finish());
}
