import type { HttpClient } from '../load/http-client';

/** Product that a case is sent to. */
export interface Target {
  readonly http: HttpClient;
  /** `http://127.0.0.1:<port>`, for a case that needs a connection of its own. */
  readonly baseUrl: string;
  readonly headers: { readonly authorization: string };
}

/** Result of a case. */
export interface Outcome {
  /** Last answer to each request; 0 without an answer. */
  readonly statuses: readonly number[];
  /** Number of answers 503, after which the request was repeated. */
  readonly refusals: number;
  /** Other violations, in sentences. */
  readonly wrong?: readonly string[];
}

/** Input that is as bad as the limits allow, or beyond them. */
export interface HostileCase {
  /** Description of the input. */
  readonly name: string;
  /** Allowed statuses; `0` where the client closes the connection. */
  readonly expect: readonly number[];
  /** Set where many requests are sent at once: 503 is allowed as well. */
  readonly crowded?: boolean;
  /** Makes the requests, so that neither their time nor their memory counts. @returns the function that is measured */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}
