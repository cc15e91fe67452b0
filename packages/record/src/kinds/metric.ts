import type { sluice } from '../../generated/record';
import { FieldError, textsFromWire, textsToWire, timeFromWire } from '../wire';
import type { RecordKind, RecordHead } from './kind';

/** A metric point (spec 2.6). */
export interface MetricPoint {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Finite number. */
  readonly value: number;
  /** Integer microseconds since the epoch. */
  readonly timestamp: number;
}

/** Points of one request. `recordId` is derived from the Idempotency-Key if one was sent. */
export interface MetricRecord extends RecordHead {
  readonly kind: 'metric';
  readonly points: readonly MetricPoint[];
}

/** Kind of records of metric points. */
export const metric = {
  topic: 'sluice.metrics.v1',
  key: ({ recordId }) => recordId,
  items: 'points',
  hasReceipt: true,
  toWire: ({ points }) => ({ metricPoints: { points: points.map(pointToWire) } }),
  fromWire({ metricPoints }, head) {
    if (!metricPoints) return undefined;
    return { kind: 'metric', ...head, points: (metricPoints.points ?? []).map(pointFromWire) };
  },
} as const satisfies RecordKind<MetricRecord>;

function pointToWire(point: MetricPoint): sluice.record.v1.MetricPoint.$Properties {
  return { ...point, labels: textsToWire(point.labels).entries };
}

function pointFromWire(message: sluice.record.v1.MetricPoint.$Properties): MetricPoint {
  const value = message.value ?? 0;
  if (!Number.isFinite(value)) throw new FieldError('value is not a finite number');
  return {
    name: message.name ?? '',
    labels: textsFromWire(message.labels),
    value,
    timestamp: timeFromWire('timestamp', message.timestamp),
  };
}
