import { setTimeout as sleep } from 'node:timers/promises';
import { WireConnection } from '../fuzz/wire/wire-connection';
import { WORKLOADS, type WorkloadName } from '../load/workloads';
import { createRandom } from '../random-source';
import { Distribution } from '../report/distribution';
import { formatCount } from '../report/table';

/** What the generator is asked to send; plain data, for it goes to another process. */
export interface LoadOptions {
  /** Of a server on this machine. */
  readonly baseUrl: string;
  readonly authorization: string;
  readonly workload: WorkloadName;
  /** By default that of the workload. */
  readonly connections?: number | undefined;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** As many as possible by default. */
  readonly spansPerSecond?: number | undefined;
}

/** What became of it. Spans are spans, observations or points, whatever the workload sends. */
export interface LoadResult {
  /** Acknowledged within the timed window. */
  readonly spansInWindow: number;
  readonly windowMs: number;
  /**
   * Milliseconds from the first byte sent to the acknowledgement, of requests acknowledged within the window. Where a rate was asked
   * for and no connection was free in time, from when the request was due.
   */
  readonly acknowledgement: Distribution;
  /** Of the whole run, warm-up and the last requests included. */
  readonly spansAcknowledged: number;
  readonly spansSent: number;
  /** Of a request, on average. */
  readonly bodyBytes: number;
  readonly spansPerRequest: number;
  /** What was not answered 200: status or error to its count. */
  readonly failures: ReadonlyMap<string, number>;
  /** Processor time of the generator for the whole run, once its requests were prepared. */
  readonly generatorSeconds: number;
  /** Of the whole run. */
  readonly seconds: number;
}

const TIMEOUT_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 100;

/** Sends requests on every connection, the next one as soon as the last one is answered and its turn has come. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { warmUpMs, windowMs, spansPerSecond = Infinity } = options;
  const workload = WORKLOADS[options.workload];
  const random = createRandom(Date.now());
  const newSource = workload.begin(random);
  const { host, port } = new URL(options.baseUrl);
  const headOf = (length: number): Buffer =>
    Buffer.from(
      `POST ${workload.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${options.authorization}\r\n` +
        `content-type: ${workload.contentType}\r\ncontent-length: ${length}\r\n\r\n`,
      'latin1',
    );
  const senders = Array.from({ length: options.connections ?? workload.connections }, () => ({
    source: newSource(createRandom(random.uint32())),
    connection: new WireConnection(Number(port)),
  }));
  const acknowledgement = new Distribution();
  const failures = new Map<string, number>();
  const sums = { spansInWindow: 0, spansAcknowledged: 0, spansSent: 0, bytesSent: 0, requestsSent: 0 };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const begin = start + warmUpMs;
  const end = begin + windowMs;

  await Promise.all(
    senders.map(async ({ source, connection }) => {
      while (performance.now() < end) {
        const turn = start + (sums.spansSent * 1000) / spansPerSecond;
        if (turn >= end) break;
        sums.requestsSent += 1;
        sums.spansSent += source.items;
        const early = turn - performance.now();
        if (early > 0) await sleep(early);
        const body = source.next(Date.now());
        sums.bytesSent += body.length;
        const due = early > 0 || spansPerSecond === Infinity ? performance.now() : turn;
        const failure = await post(connection, headOf(body.length), body);
        const answered = performance.now();
        if (failure !== undefined) {
          failures.set(failure, (failures.get(failure) ?? 0) + 1);
          await sleep(PAUSE_AFTER_FAILURE_MS);
          continue;
        }
        sums.spansAcknowledged += source.items;
        if (answered < begin || answered > end) continue;
        sums.spansInWindow += source.items;
        acknowledgement.add(answered - due);
      }
      connection.close();
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const { bytesSent, requestsSent, ...spans } = sums;
  return {
    ...spans,
    windowMs,
    acknowledgement,
    bodyBytes: bytesSent / requestsSent,
    spansPerRequest: spans.spansSent / requestsSent,
    failures,
    generatorSeconds: (user + system) / 1e6,
    seconds: (performance.now() - start) / 1000,
  };
}

/** @returns why it was not acknowledged */
async function post(connection: WireConnection, head: Buffer, body: Buffer): Promise<string | undefined> {
  try {
    const { answers, failure } = await connection.exchange([head, body], {
      timeoutMs: TIMEOUT_MS,
      bodiless: false,
      unclear: false,
    });
    const [answer] = answers;
    if (answer === undefined) return failure ?? 'no answer';
    return answer.status === 200 ? undefined : String(answer.status);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

export function spansPerSecond(load: LoadResult): number {
  return (load.spansInWindow * 1000) / load.windowMs;
}

/** What was not acknowledged, for a table. */
export function failuresOf({ failures }: LoadResult): string {
  return Array.from(failures, ([kind, count]) => `${formatCount(count)} x ${kind}`).join(', ') || 'none';
}
