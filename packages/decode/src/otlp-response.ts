import { opentelemetry } from '../generated/otlp';

const { ExportTraceServiceResponse } = opentelemetry.proto.collector.trace.v1;

/** Well inside the 4 MiB that clients must be able to read (OTLP 1.11). */
const LONGEST_MESSAGE = 4096;

/** What is told about a request that was accepted in part, or accepted with a warning (`rejected` 0). */
export interface PartialSuccess {
  readonly rejected: number;
  /** Empty: nothing to tell. */
  readonly message: string;
}

/** The member that says how many were refused. In protobuf the answers of all signals have the same fields. */
const REJECTED = { traces: 'rejectedSpans', metrics: 'rejectedDataPoints', logs: 'rejectedLogRecords' } as const;

export type Signal = keyof typeof REJECTED;

/**
 * The body of a successful answer, `Export<Signal>ServiceResponse` in the request's encoding (OTLP 1.11, "Full Success"
 * and "Partial Success"): empty when everything was accepted and nothing is to be told.
 */
export function encodeOtlpResponse(
  signal: Signal,
  contentType: 'application/json' | 'application/x-protobuf',
  { rejected, message }: PartialSuccess,
): Buffer {
  // Half of a character, of a name that was cut, would be no UTF-8.
  const errorMessage = message.slice(0, LONGEST_MESSAGE).replace(/\p{Surrogate}/gu, '\ufffd');
  const partial = rejected > 0 || errorMessage !== '';
  if (contentType === 'application/json') {
    // proto3 JSON: an int64 is a string, and a member that has its default value is left out.
    const refused = rejected > 0 ? { [REJECTED[signal]]: String(rejected) } : {};
    return Buffer.from(JSON.stringify(partial ? { partialSuccess: { ...refused, errorMessage } } : {}));
  }
  const response = partial ? { partialSuccess: { rejectedSpans: rejected, errorMessage } } : {};
  return Buffer.from(ExportTraceServiceResponse.encode(response).finish());
}
