import type { HttpClient } from '../load/http-client';
import { createRandom } from '../random-source';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { ORDERS, aggregateRequests, listFilters, listPath } from './requests';

export const READERS = 16;
/** Average number of reads for one aggregate, daily or of a metric; the others are lists. */
const AGGREGATES = 4;

export interface ReadersOptions {
  readonly newest: Date;
  readonly days: number;
  /** Average pause of a reader between an answer and its next request, in milliseconds. */
  readonly pauseMs: number;
  /** Milliseconds after which reads are counted. */
  readonly warmUpMs?: number;
}

/** Durations of reads by kind: `list, no filter`, `daily, name (4.5 %)`. */
export type ReadsByKind = ReadonlyMap<string, Distribution>;

/**
 * Reads until the signal, by sixteen clients: every list, daily and metric request of the other tables, at random. Each list has any of the
 * orders. Clients start one after the other, and pause for 0.5 to 1.5 times the average, so that their requests do not coincide.
 * @throws Error for any answer but 200
 */
export async function runReaders(
  http: HttpClient,
  { newest, days, pauseMs, warmUpMs = 0 }: ReadersOptions,
  signal: AbortSignal,
): Promise<ReadsByKind> {
  const filters = listFilters(newest) as [ReturnType<typeof listFilters>[number]];
  const aggregates = aggregateRequests(newest, days) as [ReturnType<typeof aggregateRequests>[number]];
  const kinds = new Map<string, Distribution>();
  const countedFrom = performance.now() + warmUpMs;
  const reader = async (seed: number): Promise<void> => {
    const random = createRandom(seed);
    const next = (): { readonly kind: string; readonly path: string } => {
      if (random.below(AGGREGATES) === 0) {
        const { name, path } = random.pick(aggregates);
        return { kind: name, path };
      }
      const { name, parameters } = random.pick(filters);
      return { kind: `list, ${name}`, path: listPath({ ...parameters, orderBy: random.pick(ORDERS as [string]) }) };
    };
    const pause = (from: number, below: number) =>
      new Promise((resolve) =>
        setTimeout(resolve, pauseMs * from + random.below(Math.ceil(pauseMs * (below - from)) + 1)),
      );
    await pause(0, 1);
    while (!signal.aborted) {
      const { kind, path } = next();
      const begin = performance.now();
      const { status } = await http.get(path);
      if (status !== 200) throw new Error(`${path} is answered ${status}`);
      if (begin >= countedFrom) {
        const durations = kinds.get(kind) ?? new Distribution();
        durations.add(performance.now() - begin);
        kinds.set(kind, durations);
      }
      await pause(0.5, 1.5);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => reader(index + 1)));
  return kinds;
}

/** Merges the durations of all reads. */
export function allReads(kinds: ReadsByKind): Distribution {
  const all = new Distribution();
  for (const durations of kinds.values()) all.addAll(durations);
  return all;
}

/** Formats a line a kind, the slowest first, after those of all lists, daily figures and metrics. */
export function formatKinds(kinds: ReadsByKind): string {
  const families = new Map<string, Distribution>();
  for (const [kind, durations] of kinds) {
    const name = `all of: ${kind.split(',', 1).join()}`;
    const family = families.get(name) ?? new Distribution();
    family.addAll(durations);
    families.set(name, family);
  }
  const slowest = Array.from(kinds).sort(([, a], [, b]) => b.quantile(0.99) - a.quantile(0.99));
  return formatTable([
    ['reads by kind', 'count', 'p50', 'p99'],
    ...[...families, ...slowest].map(([kind, durations]) => [
      kind,
      formatCount(durations.count),
      ...[0.5, 0.99].map((share) => formatMilliseconds(durations.quantile(share))),
    ]),
  ]);
}
