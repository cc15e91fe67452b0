import { setTimeout as sleep } from 'node:timers/promises';
import { WORKLOADS, type WorkloadName } from '../load/workloads';
import { createRandom } from '../random-source';
import { Distribution } from '../report/distribution';
import { formatCount } from '../report/table';
import { grpcSender, httpSender } from './senders';

/** Options of a load; plain data, because another process receives them. */
export interface LoadOptions {
  /** URL of a server on this machine. */
  readonly baseUrl: string;
  readonly authorization: string;
  /** Address `host:port` of OTLP/gRPC, for a workload of spans in protobuf; default: HTTP at `baseUrl`. */
  readonly grpcAddress?: string | undefined;
  readonly workload: WorkloadName;
  /** Default: the number of the workload. */
  readonly connections?: number | undefined;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** Default: as many as possible. */
  readonly spansPerSecond?: number | undefined;
}

/** Result of a load. Spans are spans, observations or points, according to the workload. */
export interface LoadResult {
  /** Spans acknowledged within the timed window. */
  readonly spansInWindow: number;
  readonly windowMs: number;
  /**
   * Milliseconds from the first byte sent to the acknowledgement, of requests acknowledged within the window. With a rate, and no
   * connection free in time, from the time at which the request was due.
   */
  readonly acknowledgement: Distribution;
  /** Spans of the whole run, including warm-up and the last requests. */
  readonly spansAcknowledged: number;
  readonly spansSent: number;
  /** Bytes of the bodies acknowledged within the window, and in the whole run. */
  readonly bytesInWindow: number;
  readonly bytesAcknowledged: number;
  readonly spansPerRequest: number;
  /** Requests without a 200: status or error to its count. */
  readonly failures: ReadonlyMap<string, number>;
  /** Processor time of the generator for the whole run, after its requests were prepared. */
  readonly generatorSeconds: number;
  /** Duration of the whole run. */
  readonly seconds: number;
}

const PAUSE_AFTER_FAILURE_MS = 100;

/** Sends requests on every connection, the next one when the previous one is answered and, with a rate, due. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { warmUpMs, windowMs, spansPerSecond = Infinity } = options;
  const workload = WORKLOADS[options.workload];
  const random = createRandom(Date.now());
  const newSource = workload.begin(random);
  const { authorization, baseUrl, grpcAddress } = options;
  const { path, contentType } = workload;
  const connect = () =>
    grpcAddress === undefined
      ? httpSender({ baseUrl, authorization, path, contentType })
      : grpcSender(grpcAddress, authorization);
  const senders = Array.from({ length: options.connections ?? workload.connections }, () => ({
    source: newSource(createRandom(random.uint32())),
    connection: connect(),
  }));
  const acknowledgement = new Distribution();
  const failures = new Map<string, number>();
  const sums = {
    ...{ spansInWindow: 0, spansAcknowledged: 0, spansSent: 0, requestsSent: 0 },
    ...{ bytesInWindow: 0, bytesAcknowledged: 0 },
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const begin = start + warmUpMs;
  const end = begin + windowMs;

  await Promise.all(
    senders.map(async ({ source, connection }) => {
      // A run that has begun is sent to its end, so that whole traces are stored.
      while (performance.now() < end || source.continues === true) {
        const turn = start + (sums.spansSent * 1000) / spansPerSecond;
        if (turn >= end && source.continues !== true) break;
        const { items } = source;
        sums.requestsSent += 1;
        sums.spansSent += items;
        const early = turn - performance.now();
        if (early > 0) await sleep(early);
        const body = source.next(Date.now());
        const due = early > 0 || spansPerSecond === Infinity ? performance.now() : turn;
        const failure = await connection.send(body);
        const answered = performance.now();
        if (failure !== undefined) {
          failures.set(failure, (failures.get(failure) ?? 0) + 1);
          await sleep(PAUSE_AFTER_FAILURE_MS);
          continue;
        }
        sums.spansAcknowledged += items;
        sums.bytesAcknowledged += body.length;
        if (answered < begin || answered > end) continue;
        sums.spansInWindow += items;
        sums.bytesInWindow += body.length;
        acknowledgement.add(answered - due);
      }
      connection.close();
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const { requestsSent, ...others } = sums;
  return {
    ...others,
    windowMs,
    acknowledgement,
    spansPerRequest: sums.spansSent / requestsSent,
    failures,
    generatorSeconds: (user + system) / 1e6,
    seconds: (performance.now() - start) / 1000,
  };
}

export function spansPerSecond(load: LoadResult): number {
  return (load.spansInWindow * 1000) / load.windowMs;
}

/** Formats the failures for a table. */
export function failuresOf({ failures }: LoadResult): string {
  return Array.from(failures, ([kind, count]) => `${formatCount(count)} x ${kind}`).join(', ') || 'none';
}
