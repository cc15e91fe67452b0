import type { Command } from '../command/command';
import { readOptions } from '../command/options';
import { formatCount, formatMegabytes, formatMicroseconds, formatMilliseconds, formatTable } from '../report/table';
import { ingestAgainst } from './against';
import { failuresOf, spansPerSecond } from './load';
import { type Cost, type IngestResult, SPANS_PER_TRACE, TRACES_PER_REQUEST, measureIngest } from './measure-ingest';
import { ingestOverKafka } from './over-kafka';

/** How fast the product takes LLM spans, beside what Postgres alone takes on the same machine at the same time. */
export const ingestCommand: Command = {
  name: 'ingest',
  usage:
    '[--quick] [--seconds 15] [--connections 32] [--span-bytes 1800] [--json] [--against <commit> [--pairs 10]] | --over-kafka [--seconds 15] [--connections 16] [--outage 120]',
  run: async (args, context) => {
    if (args.includes('--over-kafka')) return ingestOverKafka(args, context);
    const options = readOptions(args, {
      values: ['seconds', 'connections', 'span-bytes', 'against', 'pairs'],
      flags: ['quick', 'json'],
    });
    const seconds = options.integer('seconds', {
      default: options.flag('quick') || options.text('against') !== undefined ? 4 : 15,
      min: 1,
      max: 3600,
    });
    const connections = options.integer('connections', { default: 32, min: 1, max: 1000 });
    const bytesPerSpan = options.integer('span-bytes', { default: 1800, min: 700, max: 100_000 });

    const against = options.text('against');
    if (against !== undefined) {
      const pairs = options.integer('pairs', { default: 10, min: 1, max: 100 });
      const isJson = options.flag('json');
      return ingestAgainst({ against, pairs, isJson, seconds, connections, bytesPerSpan }, context);
    }

    const results = {
      ...(await measureIngest({ seconds, connections, bytesPerSpan }, context)),
      connections,
      bytesPerSpan,
    };
    const { problems } = results;
    context.print(options.flag('json') ? toJson(results) : toTable(results));
    for (const problem of problems) context.print(`WRONG: ${problem}`);
    return problems.length === 0 ? 0 : 1;
  },
};

interface Results extends IngestResult {
  readonly connections: number;
  readonly bytesPerSpan: number;
}

function toTable({ load, stored, copy, usage, folded, connections, bytesPerSpan }: Results): string {
  const perSecond = spansPerSecond(load);
  const costs = (when: string, { product, postgres, logBytes }: Cost): string[][] => [
    [`processor time of the product a span${when}`, formatMicroseconds(product.cpuSeconds / load.spansAcknowledged)],
    [`processor time of Postgres a span${when}`, formatMicroseconds(postgres.cpuSeconds / load.spansAcknowledged)],
    [`bytes of WAL a span${when}`, formatCount(logBytes / load.spansAcknowledged)],
  ];
  return formatTable([
    [
      'load',
      `${TRACES_PER_REQUEST * SPANS_PER_TRACE} spans of ${bytesPerSpan} bytes a request, ${connections} connections`,
    ],
    ['timed window', `${load.windowMs / 1000} s`],
    ['spans acknowledged per second', formatCount(perSecond)],
    ['bytes taken per second', formatMegabytes((perSecond / TRACES_PER_REQUEST / SPANS_PER_TRACE) * load.bodyBytes)],
    ...[0.5, 0.95, 0.99].map((share) => [
      `acknowledgement p${share * 100}`,
      formatMilliseconds(load.acknowledgement.quantile(share)),
    ]),
    ['not acknowledged', failuresOf(load)],
    ['acknowledged / stored spans', `${formatCount(load.spansAcknowledged)} / ${formatCount(stored)}`],
    ['memory of the product, peak', formatMegabytes(usage.product.peakBytes)],
    ['memory of Postgres, peak', formatMegabytes(usage.postgres.peakBytes)],
    ...costs('', usage),
    ...costs(', all folded', folded),
    ['load generator, share of a core', `${Math.round(load.generatorCpu * 100)} %`],
    ['raw COPY of the same rows per second', formatCount(copy.rowsPerSecond)],
    ['bytes of such a row', formatCount(copy.bytes / copy.rows)],
    ['ratio to raw COPY', (perSecond / copy.rowsPerSecond).toFixed(2)],
  ]);
}

function toJson({ load, stored, copy, usage, folded, connections, bytesPerSpan, problems }: Results): string {
  const quantile = (share: number): number => load.acknowledgement.quantile(share);
  return JSON.stringify({
    connections,
    bytesPerSpan,
    windowMs: load.windowMs,
    spansPerSecond: spansPerSecond(load),
    acknowledgementMs: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
    failures: Object.fromEntries(load.failures),
    spansAcknowledged: load.spansAcknowledged,
    spansStored: stored,
    usage,
    folded,
    generatorCpu: load.generatorCpu,
    rawCopy: copy,
    ratioToRawCopy: spansPerSecond(load) / copy.rowsPerSecond,
    problems,
  });
}
