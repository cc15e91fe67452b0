import type { SluiceRecord } from '@sluice/record';
import type { GatewayLimits } from '../config';

/** Inputs of reading a body. Plain data: a large body is read in another thread. */
export interface Received {
  /** Time when the last byte of the body arrived, in microseconds since the epoch (contract: Native batch). */
  readonly receivedAt: number;
  /** UUID from which the ids of the request's records are derived. */
  readonly requestId: string;
  /** Project of its records; absent: the default one. */
  readonly project?: string;
  readonly limits: GatewayLimits;
  /** Attribute prefixes of the product, in order of precedence (contract: Product). */
  readonly prefixes: readonly string[];
  /** Attributes of a resource that become labels of its metrics (contract: OTLP). */
  readonly resourceLabels: readonly string[];
  /** Sender and `Idempotency-Key` ('' over OTLP, which has none): repeated points are stored once. */
  readonly repeatable?: { readonly sender: string; readonly key: string };
}

/** Result of an event. */
export interface EventResult {
  /** Id as sent; `unknown` for an event without one. */
  readonly id: string;
  /** Reason of its refusal; absent: it is accepted. */
  readonly refused?: string;
}

/** Contents of the response when all records of a body are safe. */
export interface Outcome {
  /** Number of observations, spans, points or scores that were accepted. */
  readonly items: number;
  /** Number of spans, data points, log records or scores that were refused individually. */
  readonly refused: number;
  /** First reasons of the refusals. */
  readonly reasons: readonly string[];
  /** Values that are not stored as they were sent: values over their limits, spans that share an id. */
  readonly omitted: readonly string[];
  /** Results of events, in the order sent, of a body that has these; logs have none. */
  readonly events?: readonly EventResult[];
  /** Id of the score, of a body that is one score. */
  readonly scoreId?: string;
}

/**
 * Records of a body, portion by portion. A fault of the body may be found after the first portions: no record is published before all have
 * been read, so that nothing of a refused request is stored.
 */
export type Reading = Generator<readonly SluiceRecord[], Outcome>;
