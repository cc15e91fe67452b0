import type { Metrics } from '@sluice/runtime';
import type { Source } from './read';

/** Reason of a refusal; `quota`: after the body was read. */
export type RefusalReason = 'invalid' | 'too-large' | 'unavailable' | 'quota';

/**
 * Gateway's side of the ledger, in the items that the writers count (`itemCount`): accepted items are stored, counted as duplicates, or
 * stored as dead letters. The writers may count more: a request that was answered 503 can be on the bus.
 */
export interface GatewayObserver {
  /** Records an acknowledged request by its items, after repeated ids have been merged. */
  accepted(source: Source, items: number, inflatedBytes: number): void;
  /** Records items refused within an accepted request, or one whole refused request. */
  rejected(source: Source, reason: RefusalReason, items: number): void;
}

/** State that is read when metrics are collected. */
export interface GatewayState {
  readonly heldBytes: () => number;
  /** Number of large bodies that wait to be read. */
  readonly waiting: () => number;
}

export function createGatewayObserver(metrics: Metrics, { heldBytes, waiting }: GatewayState): GatewayObserver {
  const accepted = metrics.counter({
    name: 'sluice_gateway_items_accepted_total',
    help: 'Observations, metric points and scores that were acknowledged; a record without any counts as one',
    labels: ['source'],
  });
  const bytes = metrics.counter({
    name: 'sluice_gateway_inflated_bytes_total',
    help: 'Bytes of accepted bodies after decompression',
    labels: ['source'],
  });
  const rejected = metrics.counter({
    name: 'sluice_gateway_rejected_total',
    help: 'Spans, data points, log records, events and scores refused within accepted requests, and refused requests (one each)',
    labels: ['source', 'reason'],
  });
  metrics.gauge({
    name: 'sluice_gateway_inflight_bytes',
    help: 'Bytes reserved for the requests in flight',
    collect: (gauge) => {
      gauge.set(heldBytes());
    },
  });
  metrics.gauge({
    name: 'sluice_gateway_large_bodies_waiting',
    help: 'Bodies above 1 MiB that wait for the thread that reads them',
    collect: (gauge) => {
      gauge.set(waiting());
    },
  });
  return {
    accepted(source, items, inflatedBytes) {
      accepted.inc({ source }, items);
      bytes.inc({ source }, inflatedBytes);
    },
    rejected(source, reason, items) {
      rejected.inc({ source, reason }, items);
    },
  };
}
