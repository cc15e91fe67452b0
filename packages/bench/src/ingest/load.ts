import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../load/http-client';
import { RequestTemplate } from '../load/request-template';
import type { TemplateOptions } from '../load/request-template';
import { createRandom } from '../random';
import { Distribution } from '../report/distribution';
import { formatCount } from '../report/table';

export interface LoadOptions {
  readonly client: HttpClient;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** As many as possible by default. */
  readonly spansPerSecond?: number | undefined;
  readonly template: TemplateOptions;
  readonly signal: AbortSignal;
}

export interface LoadResult {
  /** Acknowledged within the timed window. */
  readonly spansInWindow: number;
  readonly windowMs: number;
  /** Milliseconds from the first byte sent to the acknowledgement, of requests acknowledged within the window. */
  readonly acknowledgement: Distribution;
  /** Of the whole run, warm-up and the last requests included. */
  readonly spansAcknowledged: number;
  readonly spansSent: number;
  readonly requestsSent: number;
  readonly bodyBytes: number;
  /** What was not answered 200: status or error code to its count. */
  readonly failures: ReadonlyMap<string, number>;
  /** Share of one core that this process used within the window. */
  readonly generatorCpu: number;
}

const PATH = '/api/public/otel/v1/traces';
const HEADERS = { 'content-type': 'application/x-protobuf' };
const PAUSE_AFTER_FAILURE_MS = 100;

/** Sends requests on every connection, the next one as soon as the last one is answered and its turn has come. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { client, connections, warmUpMs, windowMs, spansPerSecond = Infinity, signal } = options;
  const start = performance.now();
  const begin = start + warmUpMs;
  const end = begin + windowMs;
  const acknowledgement = new Distribution();
  const failures = new Map<string, number>();
  const sums = { spansInWindow: 0, spansAcknowledged: 0, spansSent: 0, requestsSent: 0 };
  const templates = Array.from(
    { length: connections },
    (_, index) => new RequestTemplate(createRandom(Date.now() + index), options.template),
  );
  const cpu = watchCpu(begin, end);

  await Promise.all(
    templates.map(async (template) => {
      while (performance.now() < end && !signal.aborted) {
        const turn = start + (sums.spansSent * 1000) / spansPerSecond;
        sums.requestsSent += 1;
        sums.spansSent += template.spans;
        if (turn > performance.now()) await sleep(turn - performance.now());
        const body = template.renew(Date.now());
        const sent = performance.now();
        const failure = await client.post(PATH, HEADERS, body).then(
          ({ status }) => (status === 200 ? undefined : String(status)),
          (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
        );
        const answered = performance.now();
        if (failure !== undefined) {
          failures.set(failure, (failures.get(failure) ?? 0) + 1);
          await sleep(PAUSE_AFTER_FAILURE_MS);
          continue;
        }
        sums.spansAcknowledged += template.spans;
        if (answered < begin || answered > end) continue;
        sums.spansInWindow += template.spans;
        acknowledgement.add(answered - sent);
      }
    }),
  );
  signal.throwIfAborted();
  return {
    ...sums,
    windowMs,
    acknowledgement,
    bodyBytes: templates.reduce((sum, template) => sum + template.bytes, 0) / templates.length,
    failures,
    generatorCpu: await cpu,
  };
}

/** The share of one core that this process uses between two times of `performance.now()`. */
async function watchCpu(begin: number, end: number): Promise<number> {
  const wait = (until: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, until - performance.now()));
  await wait(begin);
  const before = process.cpuUsage();
  await wait(end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (end - begin);
}

export function spansPerSecond(load: LoadResult): number {
  return (load.spansInWindow * 1000) / load.windowMs;
}

/** What was not acknowledged, for a table. */
export function failuresOf({ failures }: LoadResult): string {
  return Array.from(failures, ([kind, count]) => `${formatCount(count)} x ${kind}`).join(', ') || 'none';
}
