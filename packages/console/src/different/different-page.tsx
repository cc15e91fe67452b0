import { useMemo } from 'react';
import { count } from '../format/numbers';
import { sentenceOf } from '../list/filter-words';
import { RangeSelect } from '../ui/range-select';
import { StateLine } from '../ui/state-line';
import { type DifferentPlace, NOTHING_PICKED, type Pick } from '../url/different-place';
import { type Filter, isSameFilter, operatorOf } from '../url/filters';
import { Link } from '../url/link';
import { DEFAULT_LIST, type TracesPlace } from '../url/list-place';
import { navigate } from '../url/navigate';
import { RANGES, rangeLabel } from '../url/time-range';
import { Differences } from './differences';
import styles from './different-page.module.css';
import { Heatmap } from './heatmap';
import { filtersOf, highest, isAnyPicked, isPicked } from './pick';
import { PickBar } from './pick-bar';
import { sharesOf } from './shares';
import { type Sample, useSample } from './use-sample';

/** What the traces that somebody wonders about have that the others have not. */
export function DifferentPage({ place }: { readonly place: DifferentPlace }) {
  const { range, filters } = place;
  const all = useSample(range, filters);
  const isAny = isAnyPicked(place);
  const picked = useSample(place.during ?? range, withFilters(filters, filtersOf(place)), isAny);
  const [slow, dear] = useMemo(() => {
    const traces = all.data?.traces ?? [];
    return [highest(traces.map(({ latency }) => latency)), highest(traces.map(({ totalCost }) => totalCost))];
  }, [all.data]);
  const pick = (change: Partial<Pick>): void => navigate({ ...place, ...change });
  const failed = all.error === null ? picked : all;
  return (
    <section className={styles.page} aria-label="What is different">
      <header className={styles.head}>
        <Link to={{ page: 'traces', ...DEFAULT_LIST, range, filters }}>‹ Traces</Link>
        <h1 className={styles.title}>What is different?</h1>
        <RangeSelect
          ranges={Object.keys(RANGES)}
          range={range}
          labelOf={rangeLabel}
          onChange={(to) => navigate({ ...place, range: to, during: undefined })}
        />
        {filters.map((filter) => (
          <Chip
            key={`${filter.name} ${operatorOf(filter)} ${filter.value}`}
            filter={filter}
            onRemove={() => navigate({ ...place, filters: filters.filter((each) => !isSameFilter(each, filter)) })}
          />
        ))}
      </header>
      <Heatmap place={place} onPick={pick} />
      <PickBar place={place} slow={slow} dear={dear} onPick={pick} />
      {failed.error !== null && <StateLine error={failed.error} again={() => failed.refetch()} />}
      {!isAny && (
        <p className={styles.hint}>
          Pick failed, slow or dear traces, or draw a box in the map: then you see what they have that the others have
          not.
        </p>
      )}
      {isAny && all.data !== undefined && picked.data !== undefined && (
        <Found place={place} all={all.data} picked={picked.data} isOld={picked.isPlaceholderData} />
      )}
    </section>
  );
}

function withFilters(filters: readonly Filter[], more: readonly Filter[]): readonly Filter[] {
  return [...filters, ...more.filter((filter) => !filters.some((each) => isSameFilter(each, filter)))];
}

interface FoundProps {
  readonly place: DifferentPlace;
  readonly all: Sample;
  readonly picked: Sample;
  /** Whether it is still what was picked before. */
  readonly isOld: boolean;
}

function Found({ place, all, picked, isOld }: FoundProps) {
  const rest = useMemo(() => all.traces.filter((trace) => !isPicked(trace, place)), [all, place]);
  const shares = useMemo(() => sharesOf(picked.traces, rest), [picked, rest]);
  const { filters, range, during } = place;
  const listOf = (filter?: Filter): TracesPlace => ({
    ...DEFAULT_LIST,
    page: 'traces',
    range: during ?? range,
    filters: withFilters(filters, [...filtersOf(place), ...(filter === undefined ? [] : [filter])]),
  });
  return (
    <div className={styles.found} data-old={isOld}>
      <p className={styles.sums}>
        <Link to={listOf()}>
          {count(picked.of)} of {count(all.of)} traces
        </Link>{' '}
        are picked
        {picked.traces.length < picked.of || all.traces.length < all.of
          ? `; shares are of ${count(picked.traces.length)} of them and ${count(rest.length)} others, spread over the time`
          : ''}
        .{' '}
        <button type="button" onClick={() => navigate({ ...place, ...NOTHING })}>
          Pick others
        </button>
      </p>
      {picked.of === 0 || rest.length === 0 ? (
        <p className={styles.hint}>
          {picked.of === 0 ? 'No trace is so.' : 'All traces are so: there are no others to compare with.'}
        </p>
      ) : (
        <Differences
          shares={shares}
          picked={picked.traces.length}
          rest={rest.length}
          placeOf={listOf}
          onLeaveOut={(filter) => navigate({ ...place, filters: withFilters(filters, [without(filter)]) })}
        />
      )}
    </div>
  );
}

const NOTHING: Pick = {
  ...NOTHING_PICKED,
  ...{ slowFrom: undefined, slowTo: undefined, costFrom: undefined, during: undefined },
};

/** The filter that leaves out what this one asks for. */
const without = (filter: Filter): Filter => ({
  ...filter,
  operator: operatorOf(filter) === 'absent' ? 'present' : 'not',
});

function Chip({ filter, onRemove }: { readonly filter: Filter; readonly onRemove: () => void }) {
  const text = sentenceOf(filter.name, operatorOf(filter), [filter.value]);
  return (
    <span className={styles.chip}>
      <bdi>{text}</bdi>
      <button type="button" aria-label={`Remove ${text}`} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
