import type { HttpClient } from '../load/http-client';

/** Where a case sends to. */
export interface Target {
  readonly http: HttpClient;
  /** `http://127.0.0.1:<port>`, for who needs a connection of his own. */
  readonly baseUrl: string;
  readonly headers: { readonly authorization: string };
}

/** What came of a case. */
export interface Outcome {
  /** The last answer to each request; 0 where there was none. */
  readonly statuses: readonly number[];
  /** How often one was answered 503 and sent again. */
  readonly refusals: number;
  /** What else is wrong, in sentences. */
  readonly wrong?: readonly string[];
}

/** Something to be sent that is as bad as the limits allow, or beyond them. */
export interface HostileCase {
  /** Says what is sent. */
  readonly name: string;
  /** Each status that is right; `0` where the client goes away by itself. */
  readonly expect: readonly number[];
  /** Many are sent at once: 503 is right too. */
  readonly crowded?: boolean;
  /** Makes what is needed, so that neither its time nor its memory counts. @returns what is measured */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}
