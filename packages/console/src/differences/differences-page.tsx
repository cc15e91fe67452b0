import { useMemo } from 'react';
import { curlOf } from '../api/curl';
import { count } from '../format/numbers';
import { sentenceOf } from '../list/filter-words';
import { withFilters } from '../list/selection';
import { Chip } from '../ui/chip';
import { CopyMenu } from '../ui/copy-menu';
import { RangeSelect } from '../ui/range-select';
import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import { type DifferencesAddress, NOTHING_PICKED, type Pick } from '../url/differences-address';
import { type Filter, isSameFilter, operatorOf } from '../url/filters';
import { linkTo } from '../url/link-to';
import { Link } from '../url/link';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';
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

/** Page that compares the selected traces with all others. */
export function DifferentPage({ address }: { readonly address: DifferencesAddress }) {
  const { range, filters } = address;
  useTitle('What is different?');
  const comparison = useComparison(address);
  const { data, error } = comparison;
  const isAny = isAnyPicked(address);
  // The cached answer without a selection does not describe the new selection.
  const isBefore = comparison.isPlaceholderData && data?.data.length === 0;
  const pick = (change: Partial<Pick>): void => navigate({ ...address, ...change });
  return (
    <section className={styles.page} aria-label="What is different">
      <header className={`${styles.head} bar`}>
        <Link to={{ ...DEFAULT_LIST, range, filters }}>‹ Traces</Link>
        <h1>What is different?</h1>
        <RangeSelect
          ranges={Object.keys(RANGES)}
          range={range}
          labelOf={rangeLabel}
          onChange={(to) => navigate({ ...address, range: to, during: undefined })}
        />
        {filters.map((filter) => (
          <Chip
            key={`${filter.name} ${operatorOf(filter)} ${filter.value}`}
            removeLabel={`Remove ${wordsOf(filter)}`}
            onRemove={() => navigate({ ...address, filters: filters.filter((each) => !isSameFilter(each, filter)) })}
          >
            <bdi>{wordsOf(filter)}</bdi>
          </Chip>
        ))}
        <span className="last">
          <CopyMenu
            items={[
              { what: 'link', text: () => linkTo(address) },
              {
                what: 'call as curl',
                text: () => curlOf('/api/public/traces/compare', { query: comparisonCall(address) }),
              },
            ]}
          />
        </span>
      </header>
      <Heatmap address={address} onPick={pick} isFailed={error !== null} />
      <PickBar
        address={address}
        slow={data && highest(data.meta.latency)}
        dear={data && highest(data.meta.totalCost)}
        onPick={pick}
      />
      {error !== null && <StateLine error={error} again={() => comparison.refetch()} />}
      {!isAny && (
        <p className={`${styles.hint} secondary`}>
          Select failed, slow or expensive traces, or drag over the chart, to see what sets them apart.
        </p>
      )}
      {isAny && data !== undefined && !isBefore && (
        <Found address={address} comparison={data} isOld={comparison.isPlaceholderData} />
      )}
    </section>
  );
}

interface FoundProps {
  readonly address: DifferencesAddress;
  readonly comparison: Comparison;
  /** Whether the shown answer is that of the previous selection. */
  readonly isOld: boolean;
}

function Found({ address, comparison, isOld }: FoundProps) {
  const { picked, rest } = comparison.meta;
  const { failed } = address;
  // All of the selected traces have errors: their outcomes say nothing else.
  const shares = useMemo(
    () => sharesOf(comparison).filter(({ field }) => !failed || field !== 'outcome'),
    [comparison, failed],
  );
  const { filters, range, during } = address;
  const listOf = (filter?: Filter): TracesAddress => ({
    ...DEFAULT_LIST,
    page: 'traces',
    range: during ?? range,
    filters: withFilters(filters, [...filtersOf(address), ...(filter === undefined ? [] : [filter])]),
  });
  return (
    <div data-stale={isOld}>
      <p className={styles.sums}>
        <Link to={listOf()}>
          {count(picked)} of {count(picked + rest)} traces
        </Link>{' '}
        selected: {pickWords(address)}.{' '}
        <button type="button" onClick={() => navigate({ ...address, ...NOTHING })}>
          Clear selection
        </button>
      </p>
      {picked === 0 || rest === 0 ? (
        <p className={`${styles.hint} secondary`}>
          {picked === 0 ? 'No trace matches.' : 'All traces match: there are no others to compare with.'}
        </p>
      ) : (
        <Differences
          shares={shares}
          picked={picked}
          rest={rest}
          values={comparison.meta.totalItems}
          addressOf={listOf}
          onLeaveOut={(filter) => navigate({ ...address, filters: withFilters(filters, [without(filter)]) })}
        />
      )}
    </div>
  );
}

const NOTHING: Pick = {
  ...NOTHING_PICKED,
  ...{ slowFrom: undefined, slowTo: undefined, costFrom: undefined, during: undefined },
};

/** Returns the filter that excludes the matches of another filter. */
const without = (filter: Filter): Filter => ({
  ...filter,
  operator: operatorOf(filter) === 'absent' ? 'present' : 'not',
});

const wordsOf = (filter: Filter): string => sentenceOf(filter.name, operatorOf(filter), [filter.value]);
