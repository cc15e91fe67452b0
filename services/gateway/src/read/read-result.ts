import type { SluiceRecord } from '@sluice/record';
import type { GatewayLimits } from '../config';

/** What a body came with. Plain data: a large body is read in another thread. */
export interface Received {
  /** When the last byte of the body had come, in microseconds since the epoch (contract: Native batch). */
  readonly receivedAt: number;
  /** A UUID of which the ids of the request's records are made. */
  readonly requestId: string;
  /** The project that its records belong to; absent: the default project. */
  readonly project?: string;
  readonly limits: GatewayLimits;
  /** Attribute prefixes of the product, in order of precedence (contract: Product). */
  readonly prefixes: readonly string[];
  /** The attributes of a resource that become labels of its metrics (contract: OTLP). */
  readonly resourceLabels: readonly string[];
  /** Who sent which `Idempotency-Key` ('' over OTLP, which has none): repeated points are stored once. */
  readonly repeatable?: { readonly sender: string; readonly key: string };
}

/** What is answered when all records of a body are safe. */
export interface Outcome {
  /** Observations, spans or points that were accepted. */
  readonly items: number;
  /** Spans, data points or log records that were refused alone. */
  readonly refused: number;
  /** Why they were: the first few reasons. */
  readonly reasons: readonly string[];
  /** What was kept otherwise than it was sent: values over their limits, spans with the id of another one. */
  readonly omitted: readonly string[];
}

/**
 * The records of a body, portion by portion. A fault of the body may be found after the first portions: none is published before
 * all have been read, so that nothing of a refused request is stored.
 */
export type Reading = Generator<readonly SluiceRecord[], Outcome>;
