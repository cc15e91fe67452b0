import type { FuzzContext } from '../input/fuzz-input';

/** Product that a case is sent to. */
export interface Target {
  /** Port of the public listener, for connections of a case. */
  readonly port: number;
  /** `host:port` of OTLP/gRPC. */
  readonly grpcAddress: string;
  readonly context: FuzzContext;
}

/** Result of a case. */
export interface Outcome {
  /** Status of the last answer to each request, of gRPC its name; 0 or `none` without an answer. */
  readonly statuses: readonly (number | string)[];
  /** Number of answers 503, after which the request was repeated. */
  readonly refusals: number;
  /** Violations, in sentences. */
  readonly wrong: readonly string[];
}

/** Input that is as bad as the limits allow, or beyond them. */
export interface HostileCase {
  /** Description of the input. */
  readonly name: string;
  /** Makes the requests, so that neither their time nor their memory counts. @returns the function that is measured */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}

/** Maximum time of any answer, in milliseconds on the reference machine; a 503 after it is the last answer to a request. */
export const PATIENCE_MS = 60_000;

/** Merges the outcomes of several requests; equal violations are reported once. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    statuses: outcomes.flatMap(({ statuses }) => statuses),
    refusals: outcomes.reduce((sum, { refusals }) => sum + refusals, 0),
    wrong: [...new Set(outcomes.flatMap(({ wrong }) => wrong))],
  };
}
