import type { CommandContext } from '../command/command';
import type { HttpClient } from '../load/http-client';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { type BareSql, ratio } from './bare-sql';
import { measure } from './measure';
import { type ListFilter, ORDERS, listFilters, listPath } from './requests';

/** Of a page of 50: the first, one that people come to by paging, and the last. */
const PAGES = [1, 100, 'last'] as const;
const ITEMS = 50;

/** What no pair of filter and order may take in the middle, in milliseconds, at a million traces. */
const WORST_MS = 150;

interface FilterResult {
  readonly matches: number;
  readonly durations: Distribution;
  /** The pair of order and page whose median is the highest. */
  readonly worst: { readonly p50: number; readonly name: string };
}

/** One line a filter, over all orders and pages, then one line an order, over all filters and pages. */
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
  for (const filter of listFilters(newest)) {
    const { matches, durations, worst } = await measureFilter(http, filter, runs, orders, context.signal);
    all.addAll(durations);
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
}

async function measureFilter(
  http: HttpClient,
  { parameters }: ListFilter,
  runs: number,
  orders: ReadonlyMap<string, Distribution>,
  signal: AbortSignal,
): Promise<FilterResult> {
  const filtered = new Distribution();
  let matches = 0;
  let worst = { p50: -1, name: '' };
  for (const [order, ordered] of orders) {
    for (const page of PAGES) {
      const last = Math.max(1, Math.ceil(matches / ITEMS));
      const number = page === 'last' ? last : Math.min(page, last);
      if (page !== 1 && number === 1) continue;
      const path = listPath({ ...parameters, orderBy: order, page: String(number) });
      const { durations, totalItems } = await measure(http, path, runs, signal);
      if (page === 1) matches = totalItems ?? 0;
      const p50 = durations.quantile(0.5);
      if (p50 > worst.p50) worst = { p50, name: `${order} ${page}` };
      filtered.addAll(durations);
      ordered.addAll(durations);
    }
  }
  return { matches, durations: filtered, worst };
}
