import { spansPerSecond } from './load';
import type { IngestResult } from './measure-ingest';

/** Figure of a run. Figures of processors, memory, WAL and page faults are read when all traces are indexed. */
export interface Figure<Result = IngestResult> {
  readonly name: string;
  /** Heading of a column in a table of several workloads. */
  readonly short: string;
  readonly unit: string;
  readonly of: (result: Result) => number;
}

const perSpan = (of: (result: IngestResult) => number) => (result: IngestResult) =>
  of(result) / result.load.spansAcknowledged;

const perByte = (of: (result: IngestResult) => number) => (result: IngestResult) =>
  of(result) / result.load.bytesAcknowledged;

const productMicros = perSpan(({ indexing }) => indexing.product.cpuSeconds * 1e6);

/** All figures of a run, in the order of a report. */
export const FIGURES: readonly Figure[] = [
  { name: 'spans acknowledged', short: 'spans', unit: '/s', of: ({ load }) => spansPerSecond(load) },
  {
    name: 'ratio to raw COPY',
    short: '÷ COPY',
    unit: '',
    of: ({ load, copy }) => spansPerSecond(load) / copy.rowsPerSecond,
  },
  { name: 'raw COPY of rows of the headline', short: 'COPY', unit: '/s', of: ({ copy }) => copy.rowsPerSecond },
  {
    name: 'bytes taken',
    short: 'bytes',
    unit: 'MB/s',
    of: ({ load }) => load.bytesInWindow / load.windowMs / 1000,
  },
  {
    name: 'acknowledgement p50',
    short: 'p50',
    unit: 'ms',
    of: ({ load }) => load.acknowledgement.quantile(0.5),
  },
  {
    name: 'acknowledgement p99',
    short: 'p99',
    unit: 'ms',
    of: ({ load }) => load.acknowledgement.quantile(0.99),
  },
  { name: 'CPU of the product a span', short: 'product', unit: 'µs', of: productMicros },
  {
    name: 'CPU of Postgres a span',
    short: 'Postgres',
    unit: 'µs',
    of: perSpan(({ indexing }) => indexing.postgres.cpuSeconds * 1e6),
  },
  {
    name: 'CPU of both a span',
    short: 'both',
    unit: 'µs',
    of: perSpan(({ indexing }) => (indexing.product.cpuSeconds + indexing.postgres.cpuSeconds) * 1e6),
  },
  {
    name: 'CPU of the generator a span',
    short: 'generator',
    unit: 'µs',
    of: perSpan(({ load }) => load.generatorSeconds * 1e6),
  },
  {
    name: 'CPU of the product ÷ protobufjs decoding a span',
    short: '÷ decode',
    unit: '',
    of: (result) => productMicros(result) / result.plainDecodeMicros,
  },
  {
    name: 'garbage collection, share of the CPU',
    short: 'GC',
    unit: '%',
    of: ({ indexing }) => (indexing.collectorSeconds / indexing.product.cpuSeconds) * 100,
  },
  { name: 'WAL a span', short: 'WAL', unit: 'B', of: perSpan(({ indexing }) => indexing.log.bytes) },
  { name: 'WAL ÷ sent', short: 'WAL ÷ sent', unit: '', of: perByte(({ indexing }) => indexing.log.bytes) },
  {
    name: 'WAL without full pages ÷ sent',
    short: 'changes ÷ sent',
    unit: '',
    of: perByte(({ indexing }) => indexing.log.bytes - indexing.log.fullPageBytes),
  },
  { name: 'disk ÷ sent', short: 'disk ÷ sent', unit: '', of: perByte(({ indexing }) => indexing.storedBytes) },
  {
    name: 'minor faults of the product a span',
    short: 'faults',
    unit: '',
    of: perSpan(({ indexing }) => indexing.product.minorFaults),
  },
  {
    name: 'peak memory of the product',
    short: 'memory',
    unit: 'MB',
    of: ({ indexing }) => indexing.product.peakBytes / 1e6,
  },
  {
    name: 'peak memory of Postgres',
    short: 'of Postgres',
    unit: 'MB',
    of: ({ indexing }) => indexing.postgres.peakBytes / 1e6,
  },
];

/** Formats a value with at least three digits. */
export function formatFigure(value: number, unit: string): string {
  return `${value.toLocaleString('en-US', { maximumSignificantDigits: value < 1000 ? 3 : 5 })} ${unit}`.trimEnd();
}
