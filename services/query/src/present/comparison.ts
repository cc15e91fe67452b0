import type { TraceComparison } from '@sluice/store/read';
import { presentSecondsOrNull } from './times';

/** Writes a comparison as JSON (contract: Comparison of traces). */
export function presentComparison(comparison: TraceComparison): string {
  const { differences, totalItems, picked, rest, latency, totalCost } = comparison;
  const meta = {
    ...{ totalItems, picked, rest },
    latency: { p50: presentSecondsOrNull(latency.p50), p95: presentSecondsOrNull(latency.p95) },
    totalCost,
  };
  return JSON.stringify({ data: differences, meta });
}
