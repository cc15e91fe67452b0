import { randomBytes } from 'node:crypto';
import type { GrpcExporter } from '../load/grpc-exporter';
import type { Project } from '../product/projects';
import { createRandom } from '../random-source';
import { agentWorkload } from '../workload/agent-workload';
import { eventWorkload } from '../workload/event-workload';
import { metricWorkload } from '../workload/metric-workload';
import { nativeWorkload } from '../workload/native-workload';
import { otlpWorkload } from '../workload/otlp-workload';
import { ResendingClient, type Gateways } from './client';
import type { History } from './history';

/** Number of clients of each kind; together they load two cores by about a half. */
const COUNTS = { otlp: 5, native: 5, agent: 2, event: 3, metric: 3, keyless: 3 } as const;
/** Number of clients of each kind and project, where there are three projects. */
const COUNTS_OF_EACH = { otlp: 2, native: 2, agent: 1, event: 1, metric: 1, keyless: 1 } as const;

/** Makes all clients of a run. The clients of each project send the same ids of traces, names, series and keys. */
export function makeClients(options: {
  readonly seed: number;
  readonly history: Pick<History, 'add'>;
  readonly gateways: Gateways;
  /** Exporter of the clients that send by gRPC; absent: all send by HTTP. */
  readonly grpc?: GrpcExporter;
  /** False where a gateway does not read events. */
  readonly events?: boolean;
  /** Pause of one client between two requests, in milliseconds. */
  readonly pauseMs: number;
  readonly projects: readonly Project[];
  /** Ids of expired traces of the default project, for which new spans are sent. */
  readonly expiredTraces?: readonly string[];
}): ResendingClient[] {
  const { seed, history, gateways, pauseMs, projects, expiredTraces, grpc, events = true } = options;
  const counts = projects.length === 1 ? COUNTS : COUNTS_OF_EACH;
  const identity = { run: randomBytes(8).toString('hex'), start: Date.now() * 1000 };
  const numbered = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const workloads = () => [
    // Every second client of OTLP sends by gRPC.
    ...numbered(counts.otlp, (number) => ({
      workload: otlpWorkload({ number, ...identity }),
      ...(grpc !== undefined && number % 2 === 1 && { grpc }),
    })),
    ...numbered(counts.native, (number) => ({ workload: nativeWorkload({ number, ...identity }) })),
    ...numbered(counts.agent, (number) => ({ workload: agentWorkload({ number, ...identity }) })),
    ...numbered(events ? counts.event : 0, (number) => ({ workload: eventWorkload({ number, ...identity }) })),
    ...numbered(counts.metric, (number) => ({ workload: metricWorkload({ number, ...identity }) })),
    // All attempts are counted: a retry within the product must not become a second point.
    ...numbered(counts.keyless, (number) => ({
      workload: metricWorkload({ number: counts.metric + number, keyed: false, ...identity }),
      repeats: false,
    })),
  ];
  const returning = { workload: nativeWorkload({ number: counts.native, ...identity, traceIds: expiredTraces ?? [] }) };
  return projects
    .flatMap((project) =>
      [...workloads(), ...(expiredTraces && project.name === '' ? [returning] : [])].map((each) => ({
        ...each,
        project,
      })),
    )
    .map(
      (each, index) => new ResendingClient({ ...each, random: createRandom(seed + index), history, gateways, pauseMs }),
    );
}
