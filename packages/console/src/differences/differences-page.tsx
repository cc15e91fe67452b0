import { useMemo } from 'react';
import { curlOf } from '../api/curl';
import { count } from '../format/numbers';
import { sentenceOf } from '../list/filter-words';
import { Chip } from '../ui/chip';
import { CopyMenu } from '../ui/copy-menu';
import { RangeSelect } from '../ui/range-select';
import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import { type DifferentPlace, NOTHING_PICKED, type Pick } from '../url/different-place';
import { type Filter, isSameFilter, operatorOf } from '../url/filters';
import { linkTo } from '../url/link-to';
import { Link } from '../url/link';
import { DEFAULT_LIST, type TracesPlace } from '../url/list-place';
import { navigate } from '../url/navigate';
import { rangeLabel } from '../ui/range-label';
import { RANGES } from '../url/time-range';
import { Differences } from './differences';
import styles from './differences-page.module.css';
import { Heatmap } from './heatmap';
import { filtersOf, highest, isAnyPicked, pickWords } from './trace-selection';
import { PickBar } from './pick-bar';
import { sharesOf } from './shares';
import { type Comparison, comparisonCall, useComparison } from './use-comparison';

/** What the traces that somebody wonders about have that the others have not. */
export function DifferentPage({ place }: { readonly place: DifferentPlace }) {
  const { range, filters } = place;
  useTitle('What is different?');
  const comparison = useComparison(place);
  const { data, error } = comparison;
  const isAny = isAnyPicked(place);
  // What is kept of when nothing was picked says nothing of what is picked now.
  const isBefore = comparison.isPlaceholderData && data?.data.length === 0;
  const pick = (change: Partial<Pick>): void => navigate({ ...place, ...change });
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
            removeLabel={`Remove ${wordsOf(filter)}`}
            onRemove={() => navigate({ ...place, filters: filters.filter((each) => !isSameFilter(each, filter)) })}
          >
            <bdi>{wordsOf(filter)}</bdi>
          </Chip>
        ))}
        <span className={styles.last}>
          <CopyMenu
            items={[
              { what: 'link', text: () => linkTo(place) },
              {
                what: 'call as curl',
                text: () => curlOf('/api/public/traces/compare', { query: comparisonCall(place) }),
              },
            ]}
          />
        </span>
      </header>
      <Heatmap place={place} onPick={pick} isFailed={error !== null} />
      <PickBar
        place={place}
        slow={data && highest(data.meta.latency)}
        dear={data && highest(data.meta.totalCost)}
        onPick={pick}
      />
      {error !== null && <StateLine error={error} again={() => comparison.refetch()} />}
      {!isAny && (
        <p className={styles.hint}>
          Select failed, slow or expensive traces, or drag over the chart, to see what sets them apart.
        </p>
      )}
      {isAny && data !== undefined && !isBefore && (
        <Found place={place} comparison={data} isOld={comparison.isPlaceholderData} />
      )}
    </section>
  );
}

function withFilters(filters: readonly Filter[], more: readonly Filter[]): readonly Filter[] {
  return [...filters, ...more.filter((filter) => !filters.some((each) => isSameFilter(each, filter)))];
}

interface FoundProps {
  readonly place: DifferentPlace;
  readonly comparison: Comparison;
  /** Whether it is still what was picked before. */
  readonly isOld: boolean;
}

function Found({ place, comparison, isOld }: FoundProps) {
  const { picked, rest } = comparison.meta;
  const shares = useMemo(() => sharesOf(comparison), [comparison]);
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
          {count(picked)} of {count(picked + rest)} traces
        </Link>{' '}
        selected: {pickWords(place)}.{' '}
        <button type="button" onClick={() => navigate({ ...place, ...NOTHING })}>
          Clear selection
        </button>
      </p>
      {picked === 0 || rest === 0 ? (
        <p className={styles.hint}>
          {picked === 0 ? 'No trace matches.' : 'All traces match: there are no others to compare with.'}
        </p>
      ) : (
        <Differences
          shares={shares}
          picked={picked}
          rest={rest}
          values={comparison.meta.totalItems}
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

const wordsOf = (filter: Filter): string => sentenceOf(filter.name, operatorOf(filter), [filter.value]);
