import type { CommandContext } from '../command/command';
import { LackingError } from '../command/missing-tool-error';
import { type MedianInterval, medianInterval } from '../report/median-interval';
import { formatTable } from '../report/table';
import { alone } from '../command/isolate-run';
import { type Figure, formatFigure } from './figures';
import type { IngestResult } from './measure-ingest';

/** Results of two products, measured one right after the other. */
export interface Pair<Result> {
  readonly before: Result;
  readonly now: Result;
}
export type IngestPair = Pair<IngestResult>;

/** Figure of both products: the medians, and the ratio now/before within each pair. */
export interface Comparison {
  readonly figure: string;
  readonly unit: string;
  readonly before: number;
  readonly now: number;
  readonly ratio: MedianInterval;
}

type Measure<Result> = (context: CommandContext) => Promise<Result>;

/**
 * Measures two products alternately: before, now, now, before, … Other work of the machine then affects both alike. Each run has processes
 * of its own, which end before the next run begins.
 */
export async function measurePairs<Result>(
  count: number,
  products: Pair<Measure<Result>>,
  context: CommandContext,
): Promise<readonly Pair<Result>[]> {
  const pairs: Pair<Result>[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    const measure = (name: keyof Pair<Result>) => alone(products[name], context);
    if (pair % 2 === 0) {
      const before = await measure('before');
      pairs.push({ before, now: await measure('now') });
    } else {
      const now = await measure('now');
      pairs.push({ before: await measure('before'), now });
    }
  }
  return pairs;
}

/** @throws LackingError where a run has no rate to compare */
export function notIdle(result: IngestResult): IngestResult {
  if (result.load.spansInWindow > 0) return result;
  const seconds = result.load.windowMs / 1000;
  throw new LackingError(
    `no span was acknowledged within ${seconds} s: the machine has too much else to do, give more --seconds`,
  );
}

/** Compares each figure of the pairs. */
export function comparePairs<Result>(
  pairs: readonly Pair<Result>[],
  figures: readonly Pick<Figure<Result>, 'name' | 'unit' | 'of'>[],
): readonly Comparison[] {
  return figures.map(({ name, unit, of }) => ({
    figure: name,
    unit,
    before: medianInterval(pairs.map(({ before }) => of(before))).median,
    now: medianInterval(pairs.map(({ now }) => of(now))).median,
    ratio: medianInterval(pairs.map(({ before, now }) => of(now) / of(before))),
  }));
}

/** Returns all problems of the runs, without duplicates. */
export function problemsOf(pairs: readonly IngestPair[]): readonly string[] {
  return [...new Set(pairs.flatMap(({ before, now }) => [...before.problems, ...now.problems]))];
}

/** @param titles names of the two products */
export function toPairsTable(
  comparisons: readonly Comparison[],
  titles: Readonly<Record<keyof IngestPair, string>>,
): string {
  const { confidence = NaN } = comparisons[0]?.ratio ?? {};
  return formatTable([
    ['', titles.before, titles.now, 'ratio', `${(confidence * 100).toFixed(1)} % of it`],
    ...comparisons.map(({ figure, unit, before, now, ratio: { median, low, high } }) => [
      figure,
      formatFigure(before, unit),
      formatFigure(now, unit),
      median.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
    ]),
  ]);
}
