import type { CommandContext } from '../command/command';
import type { HttpClient } from '../load/http-client';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { type BareSql, ratio } from './bare-sql';
import { measure } from './measure';
import { type ListFilter, ORDERS, listFilters, listPath } from './requests';

/** Pages of 50: the first, one that users reach by paging, and the last. */
const PAGES = [1, 100, 'last'] as const;
const ITEMS = 50;

/** Maximum median of any pair of filter and order, in milliseconds, at a million traces. */
const WORST_MS = 150;

/** Number of the slowest lists that are shown individually. */
const SLOWEST = 10;

/** Page in one order, and its median duration. */
interface PageResult {
  readonly name: string;
  readonly p50: number;
  readonly bytes: number;
}

interface FilterResult {
  readonly matches: number;
  readonly durations: Distribution;
  readonly pages: readonly PageResult[];
}

/** Prints one line a filter over all orders and pages, one line an order over all filters and pages, and the slowest of all lists. */
export async function measureLists(
  http: HttpClient,
  bare: BareSql,
  { newest, runs }: { readonly newest: Date; readonly runs: number },
  context: CommandContext,
): Promise<void> {
  const all = new Distribution();
  const orders = new Map(ORDERS.map((order) => [order, new Distribution()]));
  const byFilter: string[][] = [
    [
      'list of 50, all orders, pages 1, 100, last',
      'matches',
      'p50',
      'p95',
      'target',
      'worst',
      'of',
      'bare SQL',
      'ratio',
    ],
  ];
  const everyPage: (PageResult & { readonly filter: string })[] = [];
  for (const filter of listFilters(newest)) {
    const { matches, durations, pages } = await measureFilter(http, filter, runs, orders, context.signal);
    all.addAll(durations);
    everyPage.push(...pages.map((page) => ({ ...page, filter: filter.name })));
    const worst = slowestOf(pages)[0] ?? { p50: 0, name: '' };
    const plain = await bare(filter.parameters);
    const isMet = durations.quantile(0.95) <= filter.target && worst.p50 <= WORST_MS;
    byFilter.push([
      filter.name,
      formatCount(matches),
      formatMilliseconds(durations.quantile(0.5)),
      formatMilliseconds(durations.quantile(0.95)),
      `${isMet ? '' : 'NOT '}${filter.target} ms`,
      formatMilliseconds(worst.p50),
      worst.name,
      formatMilliseconds(plain),
      ratio(durations.quantile(0.5), plain),
    ]);
  }
  byFilter.push(['all lists', '', ...[0.5, 0.95].map((share) => formatMilliseconds(all.quantile(share)))]);
  context.print(formatTable(byFilter));
  context.print('');
  context.print(
    formatTable([
      ['list of 50 by order, all filters and pages', 'p50', 'p95'],
      ...Array.from(orders, ([order, durations]) => [
        order,
        ...[0.5, 0.95].map((share) => formatMilliseconds(durations.quantile(share))),
      ]),
    ]),
  );
  context.print('');
  context.print(
    formatTable([
      ['slowest lists', 'p50', 'bytes'],
      ...slowestOf(everyPage)
        .slice(0, SLOWEST)
        .map(({ filter, name, p50, bytes }) => [`${filter}, ${name}`, formatMilliseconds(p50), formatCount(bytes)]),
    ]),
  );
  context.print('');
}

const slowestOf = <T extends PageResult>(pages: readonly T[]): readonly T[] => [...pages].sort((a, b) => b.p50 - a.p50);

async function measureFilter(
  http: HttpClient,
  { parameters }: ListFilter,
  runs: number,
  orders: ReadonlyMap<string, Distribution>,
  signal: AbortSignal,
): Promise<FilterResult> {
  const filtered = new Distribution();
  let matches = 0;
  const pages: PageResult[] = [];
  for (const [order, ordered] of orders) {
    for (const page of PAGES) {
      const last = Math.max(1, Math.ceil(matches / ITEMS));
      const number = page === 'last' ? last : Math.min(page, last);
      if (page !== 1 && number === 1) continue;
      const path = listPath({ ...parameters, orderBy: order, page: String(number) });
      const { durations, totalItems, bytes } = await measure(http, path, { runs, signal });
      if (page === 1) matches = totalItems ?? 0;
      pages.push({ name: `${order} ${page}`, p50: durations.quantile(0.5), bytes });
      filtered.addAll(durations);
      ordered.addAll(durations);
    }
  }
  return { matches, durations: filtered, pages };
}
