import type { CommandContext } from '../command/command';
import type { Generator } from '../ingest/generator';
import { type LoadResult, spansPerSecond } from '../ingest/load';
import type { HttpClient } from '../load/http-client';
import { AUTHORIZED } from '../product/product';
import type { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { READERS, type ReadersOptions, allReads, formatKinds, runReaders } from './readers';

const CONNECTIONS = 16;
/** Time without counting spans and reads, because connections are made. */
const WARM_UP_MS = 2_000;

/** Maximum 99th percentile of reads in milliseconds, and the share of its rate that ingest has to keep. */
const P99_MS = 250;
const KEPT = 0.9;

export interface UnderLoadOptions extends ReadersOptions {
  readonly windowMs: number;
  /** Generator that sends the spans to `baseUrl`. */
  readonly generator: Generator;
  readonly baseUrl: string;
  /** Spans a second, to compare two builds; default: half of the limit. */
  readonly rate?: number | undefined;
  /** Watches Postgres until the returned function is called, which returns a report. */
  readonly watch?: (() => Promise<() => Promise<string>>) | undefined;
}

/**
 * Measures reads of sixteen clients while spans arrive at half of the limit: first the limit, then half of it without readers, then with
 * them.
 */
export async function measureUnderLoad(
  http: HttpClient,
  { windowMs, generator, baseUrl, rate, watch, ...readers }: UnderLoadOptions,
  context: CommandContext,
): Promise<void> {
  const ingest = (rate?: number): Promise<LoadResult> =>
    generator.load({
      baseUrl,
      ...AUTHORIZED,
      workload: 'headline',
      connections: CONNECTIONS,
      warmUpMs: WARM_UP_MS,
      windowMs,
      spansPerSecond: rate,
    });
  const limit = rate === undefined ? spansPerSecond(await ingest()) : undefined;
  const half = rate ?? (limit ?? NaN) / 2;
  const alone = await ingest(half);
  const stop = new AbortController();
  const watched = await watch?.();
  const cpu = process.cpuUsage();
  const reading = runReaders(
    http,
    { ...readers, warmUpMs: WARM_UP_MS },
    AbortSignal.any([stop.signal, context.signal]),
  );
  const beside = await ingest(half).finally(() => stop.abort());
  const worked = await watched?.();
  const kinds = await reading;
  const { user, system } = process.cpuUsage(cpu);
  const reads = allReads(kinds);

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
      ...(limit === undefined ? [] : [['spans, as many as are taken', `${formatCount(limit)}/s`]]),
      row('spans, half of it or as requested', spansPerSecond(alone), alone.acknowledgement),
      row(
        'spans, the same beside reads',
        spansPerSecond(beside),
        beside.acknowledgement,
        `${kept >= KEPT ? '' : 'NOT '}${KEPT} of it`,
      ),
      row('reads', (reads.count * 1000) / windowMs, reads, `${p99 <= P99_MS ? '' : 'NOT '}${P99_MS} ms`),
    ]),
  );
  context.print('');
  context.print(formatKinds(kinds));
  context.print('');
  context.print(
    `cores that readers take: ${((user + system) / 1e6 / beside.seconds).toFixed(2)}, that who sends spans takes: ` +
      (beside.generatorSeconds / beside.seconds).toFixed(2),
  );
  if (worked !== undefined) context.print(worked);
}
