import { createRandom } from '../random';
import { metricWorkload } from '../workload/metric-workload';
import { nativeWorkload } from '../workload/native-workload';
import { otlpWorkload } from '../workload/otlp-workload';
import { ResendingClient, type Gateways } from './client';
import type { History } from './history';

/** So many of each kind; they load two cores by about a half. */
const COUNTS = { otlp: 5, native: 5, metric: 3, keyless: 3 } as const;

/** All clients of a run. */
export function makeClients(options: {
  readonly seed: number;
  /** Distinguishes the ids of this run. */
  readonly run: string;
  readonly history: Pick<History, 'add'>;
  readonly gateways: Gateways;
  /** Of one client between two requests, in milliseconds. */
  readonly pauseMs: number;
}): ResendingClient[] {
  const { seed, run, history, gateways, pauseMs } = options;
  const identity = { run, start: Date.now() * 1000 };
  const numbered = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const workloads = [
    ...numbered(COUNTS.otlp, (number) => ({ workload: otlpWorkload({ number, ...identity }) })),
    ...numbered(COUNTS.native, (number) => ({ workload: nativeWorkload({ number, ...identity }) })),
    ...numbered(COUNTS.metric, (number) => ({ workload: metricWorkload({ number, ...identity }) })),
    // Each try counts: what the product itself sends again must not become a second point.
    ...numbered(COUNTS.keyless, (number) => ({
      workload: metricWorkload({ number: COUNTS.metric + number, keyed: false, ...identity }),
      repeats: false,
    })),
  ];
  return workloads.map(
    (each, index) => new ResendingClient({ ...each, random: createRandom(seed + index), history, gateways, pauseMs }),
  );
}
