import type { CommandContext } from '../command/command';
import { type LoadResult, runLoad, spansPerSecond } from '../ingest/load';
import type { HttpClient } from '../load/http-client';
import { createRandom } from '../random';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { ORDERS, aggregateRequests, listFilters, listPath } from './requests';

const READERS = 16;
const CONNECTIONS = 16;
const TEMPLATE = { traces: 10, spansPerTrace: 10, bytesPerSpan: 1800 } as const;

/** What the 99th percentile of reads may be, in milliseconds, and how much of its rate ingest has to keep. */
const P99_MS = 250;
const KEPT = 0.9;

export interface UnderLoadOptions {
  readonly newest: Date;
  readonly days: number;
  readonly windowMs: number;
  /** Milliseconds that each reader waits between an answer and its next request. */
  readonly pauseMs: number;
}

/**
 * Reads of sixteen clients while spans come at half of what the product takes: the limit is measured first, then the rate at half of
 * it without readers, then with them. Every list, daily and metric request of the other tables comes, at random.
 */
export async function measureUnderLoad(
  http: HttpClient,
  { newest, days, windowMs, pauseMs }: UnderLoadOptions,
  context: CommandContext,
): Promise<void> {
  const ingest = (rate?: number): Promise<LoadResult> =>
    runLoad({
      client: http,
      connections: CONNECTIONS,
      warmUpMs: 2_000,
      windowMs,
      spansPerSecond: rate,
      template: TEMPLATE,
      signal: context.signal,
    });
  const limit = spansPerSecond(await ingest());
  const alone = await ingest(limit / 2);
  const stop = new AbortController();
  const reading = readAll(http, { newest, days, pauseMs }, AbortSignal.any([stop.signal, context.signal]));
  const beside = await ingest(limit / 2).finally(() => stop.abort());
  const reads = await reading;

  const kept = spansPerSecond(beside) / spansPerSecond(alone);
  const p99 = reads.quantile(0.99);
  const row = (name: string, perSecond: number, durations: Distribution, verdict = ''): string[] => [
    name,
    `${formatCount(perSecond)}/s`,
    ...[0.5, 0.95, 0.99].map((share) => formatMilliseconds(durations.quantile(share))),
    verdict,
  ];
  context.print(
    formatTable([
      [`${READERS} clients read, spans come at half of the limit`, 'rate', 'p50', 'p95', 'p99', 'target'],
      ['spans, as many as are taken', `${formatCount(limit)}/s`],
      row('spans, half of it', spansPerSecond(alone), alone.acknowledgement),
      row(
        'spans, half of it, beside reads',
        spansPerSecond(beside),
        beside.acknowledgement,
        `${kept >= KEPT ? '' : 'NOT '}${KEPT} of it`,
      ),
      row('reads', (reads.count * 1000) / windowMs, reads, `${p99 <= P99_MS ? '' : 'NOT '}${P99_MS} ms`),
    ]),
  );
}

async function readAll(
  http: HttpClient,
  { newest, days, pauseMs }: Omit<UnderLoadOptions, 'windowMs'>,
  signal: AbortSignal,
): Promise<Distribution> {
  const filters = listFilters(newest) as [ReturnType<typeof listFilters>[number]];
  const aggregates = aggregateRequests(newest, days) as [ReturnType<typeof aggregateRequests>[number]];
  const durations = new Distribution();
  const reader = async (seed: number): Promise<void> => {
    const random = createRandom(seed);
    while (!signal.aborted) {
      const path =
        random.below(4) === 0
          ? random.pick(aggregates).path
          : listPath({ ...random.pick(filters).parameters, orderBy: random.pick(ORDERS as [string]) });
      const begin = performance.now();
      const { status } = await http.get(path);
      if (status !== 200) throw new Error(`${path} is answered ${status}`);
      durations.add(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => reader(index + 1)));
  return durations;
}
