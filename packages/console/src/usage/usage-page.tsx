import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import { useNow } from '../ui/use-clock';
import { SCROLLS } from '../ui/use-visibility';
import { type Filter, isSameFilter } from '../url/filters';
import { dateOf } from '../url/calendar';
import { navigate } from '../url/navigate';
import type { UsageAddress } from '../url/usage-address';
import { DayBars } from './day-bars';
import { DayTable } from './day-table';
import { boundsBefore, daysBefore, daysOf, eachDay, endsToday, rangeOfDays } from './days';
import { barsOf, byModel, totalOf, unpriced } from './figures';
import { Compared, UnpricedNote } from './notes';
import { KeyFigures } from './key-figures';
import { ModelTable } from './model-table';
import { NothingUsed } from './empty-usage';
import { TopTable } from './top-table';
import { TOPS } from './group-fields';
import { MAX_DAYS, usageCall } from './usage-call';
import { UsageBar } from './usage-bar';
import { ofGroups } from './groups-query';
import { useGroupTotal } from './use-group-total';
import { filtersOfTraces } from './trace-filters';
import styles from './usage-page.module.css';

const MINUTE_MS = 60_000;
/** Models that have a bar of their own colour. */
const COLOURED = 5;

const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] => [
  ...filters.filter((each) => !isSameFilter(each, filter)),
  filter,
];

/** Usage page: tokens and cost by day, by model, and by user and other groups. */
export function UsagePage({ address }: { readonly address: UsageAddress }) {
  useTitle('Usage');
  const { range, measure, filters, model, isByGrowth } = address;
  const compared = { isByGrowth, onByGrowth: (to: boolean) => navigate({ ...address, isByGrowth: to }) };
  // The clock moves an open page to the next day at midnight UTC.
  const today = dateOf(useNow(MINUTE_MS));
  const days = useMemo(() => daysOf(range, Date.parse(today)), [range, today]);
  const earlier = useMemo(() => daysBefore(range, days), [range, days]);
  const usage = useQuery({
    queryKey: ['usage', days, filters],
    queryFn: ({ signal }) => read('/api/public/metrics/daily', { query: usageCall(days, filters), signal }),
    placeholderData: keepPreviousData,
  });
  const before = useQuery({
    queryKey: ['usage-before', earlier, days, filters],
    queryFn: ({ signal }) => {
      const bounds = boundsBefore(earlier, days, Date.now());
      return read('/api/public/metrics/daily', { query: { ...usageCall(days, filters), ...bounds }, signal });
    },
    enabled: usage.data !== undefined,
    select: ({ data }) => data,
  });
  const traceFilters = useMemo(() => filtersOfTraces(address), [filters, model]);
  const totalOfModel = useGroupTotal(days, traceFilters, measure, model !== undefined);
  const all = usage.data?.data;
  const figures = useMemo(() => {
    if (all === undefined) return undefined;
    // Figures of a trace after midnight belong to the next day.
    const last = all.reduce((latest, { date }) => (date > latest ? date : latest), days.to);
    const dates = eachDay({ from: days.from, to: last }, MAX_DAYS);
    const models = byModel(all, measure);
    return {
      models,
      bars: barsOf(all, dates, measure, model, COLOURED),
      total: totalOf(all, model),
      totalOfAll: totalOf(all, undefined),
      unpriced: unpriced(model === undefined ? models : models.filter((each) => each.model === model)),
    };
  }, [all, days, measure, model]);
  const figuresBefore = useMemo(
    () =>
      before.data && {
        total: totalOf(before.data, model),
        models: new Map(byModel(before.data, measure).map((figures_) => [figures_.model, figures_])),
      },
    [before.data, measure, model],
  );
  return (
    <section className={styles.page} aria-label="Usage" tabIndex={0} {...SCROLLS}>
      <h1 className="visually-hidden">Usage</h1>
      <UsageBar address={address} days={days} />
      {usage.error !== null && all === undefined && <StateLine error={usage.error} again={() => usage.refetch()} />}
      {all !== undefined && figures !== undefined && (
        <div className={styles.figures} data-stale={usage.isPlaceholderData}>
          <KeyFigures total={figures.total} before={figuresBefore?.total} />
          <div className={`${styles.notes} secondary`}>
            <Compared earlier={earlier} isPartial={endsToday(days, Date.parse(today))} error={before.error} />
            <UnpricedNote unpriced={figures.unpriced} />
          </div>
          {(usage.data?.meta.totalPages ?? 0) > 1 && (
            <p className="secondary">Only the newest {MAX_DAYS} days are shown and summed.</p>
          )}
          {all.length === 0 ? (
            <NothingUsed address={address} />
          ) : (
            <>
              <DayBars
                figures={figures.bars}
                measure={measure}
                today={today}
                onDays={(first, last) => navigate({ ...address, range: rangeOfDays(first, last) })}
              />
              <div className={styles.tables}>
                <ModelTable
                  models={figures.models}
                  before={figuresBefore?.models}
                  measure={measure}
                  compared={compared}
                  chosen={model}
                  onChoose={(chosen) => navigate({ ...address, model: chosen })}
                />
                {TOPS.map(({ title, field }) => (
                  <TopTable
                    key={field}
                    title={title}
                    field={field}
                    days={days}
                    earlier={earlier}
                    total={model === undefined ? figures.totalOfAll[ofGroups(measure)] : totalOfModel}
                    filters={traceFilters}
                    measure={measure}
                    compared={compared}
                    isOfModel={model !== undefined}
                    onFilter={(filter) => navigate({ ...address, filters: withFilter(filters, filter) })}
                  />
                ))}
                <DayTable
                  days={all}
                  model={model}
                  measure={measure}
                  onDay={(date) => navigate({ ...address, range: rangeOfDays(date, date) })}
                />
              </div>
            </>
          )}
        </div>
      )}
    </section>
  );
}
