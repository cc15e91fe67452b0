import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api/client';
import { count, duration } from '../format/numbers';
import { axisTime, spanText } from '../format/times';
import { useZone } from '../format/zone';
import { axisOf } from '../ui/axis';
import legend from '../ui/legend.module.css';
import { Plot, percentOf } from '../ui/plot';
import { Segments } from '../ui/segments';
import { StateLine } from '../ui/state-line';
import { Table } from '../ui/table';
import type { Filter } from '../url/filters';
import type { GroupsAddress, StepGroup } from '../url/steps-address';
import { boundsOf, rangeOf } from '../url/time-bounds';
import styles from './group-chart.module.css';
import { GROUP_WORDS } from './group-words';
import { type BarWidth, type Slot, msOf, slotsOf, widthOf } from './intervals';
import { groupsCall } from './group-order';
import { type Group, type Interval, filtersOfGroup, nameOfGroup, narrowed } from './step-group';

const P50 = 'var(--agent)';
const P95 = 'color-mix(in srgb, var(--agent) 40%, var(--background))';
/** Most groups that the filters of a group select: a prompt without a version has the filters of all of its versions. */
const LIKE_IT = 10;
const WIDTHS: readonly BarWidth[] = ['hour', 'day'];

interface GroupChartProps {
  readonly address: GroupsAddress;
  readonly by: StepGroup;
  readonly group: Group;
  /** Filters of all groups. */
  readonly filters: readonly Filter[];
  /** Whether the bars are calls instead of latencies. */
  readonly isOfCalls: boolean;
  readonly onAddress: (to: Partial<GroupsAddress>) => void;
  /** Links beside the title. */
  readonly children?: ReactNode;
}

/** Latency of a group, or its calls, by hour or day. */
export function GroupChart({ address, by, group, filters, isOfCalls, onAddress, children }: GroupChartProps) {
  useZone();
  const { range, step } = address;
  const name = nameOfGroup(group);
  const now = Date.now();
  const { from, to } = boundsOf(range, now);
  const toMs = to === undefined ? now : Date.parse(to);
  const fromMs = from === undefined ? Date.parse(group.fromStartTime) : Date.parse(from);
  const width = widthOf(step, toMs - fromMs);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['step-chart', by, name, range, filters, width],
    queryFn: ({ signal }) => {
      const query = {
        ...groupsCall(by, range, narrowed(filters, filtersOfGroup(by, group)), ''),
        ...{ interval: width, limit: LIKE_IT },
        // An answer has a limited number of intervals.
        fromStartTime: new Date(Math.max(fromMs, Date.parse(group.fromStartTime))).toISOString(),
      };
      return read('/api/public/observations/groups', { query, signal });
    },
    placeholderData: keepPreviousData,
  });
  const shown = data?.data.find((each) => nameOfGroup(each) === name) ?? data?.data[0];
  const slots = shown === undefined ? [] : slotsOf(shown.intervals ?? [], width, fromMs, toMs);
  const spanOf = (first: number, last: number): string =>
    spanText(slots[first]?.startMs ?? 0, (slots[last]?.startMs ?? 0) + msOf(width));
  const titleOf = (first: number, last: number): string => {
    if (width === 'hour') return spanOf(first, last);
    return [...new Set([first, last])].map((n) => dayOf(slots[n]?.startMs ?? 0)).join(' – ');
  };
  const figure = (each: Interval | undefined): number => (isOfCalls ? each?.calls : each?.latency?.p95) ?? 0;
  const axis = axisOf(Math.max(...slots.map(({ figures }) => figure(figures))) || 1, isOfCalls);
  return (
    <section className={styles.chart} aria-label={`${GROUP_WORDS[by]} by time`} data-stale={isPlaceholderData}>
      <header className={`${styles.head} line`}>
        <h2 className={`${styles.title} cut`}>
          <bdi>{name === '' ? '(empty)' : name}</bdi>
        </h2>
        <span className="secondary">{isOfCalls ? 'failures' : 'p50 and p95 latency'} by</span>
        <Segments
          label="Width of a bar"
          options={WIDTHS}
          chosen={width}
          onChoose={(chosen) => onAddress({ step: chosen })}
        />
        <span className="last">{children}</span>
      </header>
      {error !== null && data === undefined && <StateLine error={error} again={() => refetch()} />}
      {shown === undefined ? (
        <div className={styles.space} />
      ) : (
        <Plot
          label={`${isOfCalls ? 'Failures' : 'Latency'} of ${name} by ${width}`}
          axis={axis}
          textOf={(value) => (isOfCalls ? count(value) : duration(value * 1000))}
          bars={slots.map(({ startMs, figures }, n) => ({
            key: String(startMs),
            label: `${titleOf(n, n)}: ${wordsOf(figures)}`,
            parts: isOfCalls ? partsOfCalls(figures, axis.top) : partsOfLatency(figures, axis.top),
          }))}
          nameOf={(n) => {
            const startMs = slots[n]?.startMs ?? 0;
            return width === 'day' ? dayOf(startMs) : axisTime(startMs, toMs - fromMs);
          }}
          onChoose={(first, last) =>
            onAddress({ range: rangeOf(slots[first]?.startMs ?? 0, (slots[last]?.startMs ?? 0) + msOf(width) - 1) })
          }
          legend={(chosen) => (
            <Figures
              title={chosen === undefined ? 'All of this time' : titleOf(chosen.first, chosen.last)}
              rows={rowsOf(chosen === undefined ? shown : slots.slice(chosen.first, chosen.last + 1), isOfCalls)}
            />
          )}
        />
      )}
    </section>
  );
}

/** Formats a UTC day: `23 Nov`. */
const dayOf = (ms: number): string => axisTime(ms, Infinity, 'utc');

const seconds = (value: number | undefined): string => (value === undefined ? '—' : duration(value * 1000));

/** Describes a bar for its name: `p50 1.20 s, p95 3.40 s, 12 calls, 2 failed`. */
function wordsOf(figures: Interval | undefined): string {
  if (figures === undefined) return 'no calls';
  const { latency, calls, errors } = figures;
  const times = latency === null ? '' : `p50 ${seconds(latency.p50)}, p95 ${seconds(latency.p95)}, `;
  return `${times}${count(calls)} calls, ${count(errors)} failed`;
}

const partsOfCalls = (figures: Interval | undefined, top: number) =>
  figures === undefined ? [] : [{ height: percentOf(figures.calls, top), colour: 'var(--error)' }];

function partsOfLatency(figures: Interval | undefined, top: number) {
  if (figures === undefined || figures.latency === null) return [];
  const { p50, p95 } = figures.latency;
  return [
    { height: percentOf(p50, top), colour: P50 },
    { height: percentOf(p95 - p50, top), colour: P95 },
  ];
}

interface FigureRow {
  readonly name: string;
  readonly value: string;
  readonly colour?: string;
}

/** Returns the figures of a group, or of bars. Percentiles of several bars are unknown: they cannot be added. */
function rowsOf(of: Group | readonly Slot[], isOfCalls: boolean): readonly FigureRow[] {
  const bars = 'calls' in of ? [of] : of.flatMap(({ figures }) => figures ?? []);
  const [only, ...others] = bars;
  const one = others.length === 0 ? only : undefined;
  const total = (of_: 'calls' | 'errors'): string => count(bars.reduce((sum, each) => sum + each[of_], 0));
  if (isOfCalls) return [{ name: 'Failures', value: total('calls'), colour: 'var(--error)' }];
  const { latency, timeToFirstToken, tokensPerSecond } = one ?? {};
  return [
    { name: 'p50', value: seconds(latency?.p50), colour: P50 },
    { name: 'p95', value: seconds(latency?.p95), colour: P95 },
    { name: 'p99', value: seconds(latency?.p99) },
    ...(timeToFirstToken ? [{ name: 'First token, p95', value: seconds(timeToFirstToken.p95) }] : []),
    ...(typeof tokensPerSecond === 'number'
      ? [{ name: 'Tokens a second', value: count(Math.round(tokensPerSecond)) }]
      : []),
    { name: 'Calls', value: total('calls') },
    { name: 'Errors', value: total('errors') },
  ];
}

function Figures({ title, rows }: { readonly title: string; readonly rows: readonly FigureRow[] }) {
  return (
    <Table
      className={legend.legend}
      caption={title}
      columns={[
        {
          ...{ name: 'name', isHead: true, isWide: true },
          show: ({ name, colour }: FigureRow) => (
            <>
              <span className={legend.swatch} style={{ background: colour }} />
              {name}
            </>
          ),
        },
        { name: 'value', isNumber: true, show: ({ value }) => value },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}
