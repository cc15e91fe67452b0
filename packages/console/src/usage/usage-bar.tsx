import { curlOf } from '../api/curl';
import { COLUMN_WORDS, sentenceOf, shortOperator, valueWords } from '../list/filter-words';
import { Chip } from '../ui/chip';
import { CopyMenu } from '../ui/copy-menu';
import { Menu } from '../ui/menu';
import { RangeSelect } from '../ui/range-select';
import { Segments } from '../ui/segments';
import { operatorOf } from '../url/filters';
import { Link } from '../url/link';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import { DEFAULT_LIST } from '../url/list-place';
import { MEASURES, type UsagePlace } from '../url/usage-place';
import { DAY_RANGES, type Days, boundsOfDays, dayRangeLabel, rangeOfDays } from './days';
import { downloadUsage } from './download';
import { filtersOfTraces } from './trace-filters';
import { TOPS } from './group-fields';
import { usageCall } from './usage-call';
import styles from './usage-bar.module.css';

/** Which days, what is measured, and what is filtered. */
export function UsageBar({ place, days }: { readonly place: UsagePlace; readonly days: Days }) {
  const { range, measure, filters, model } = place;
  const { fromTimestamp, toTimestamp } = boundsOfDays(days);
  const sort = measure === 'cost' ? 'totalCost.desc' : DEFAULT_LIST.sort;
  return (
    <div className={styles.bar}>
      <RangeSelect
        ranges={DAY_RANGES}
        range={range}
        labelOf={dayRangeLabel}
        onChange={(to) => navigate({ ...place, range: to })}
      />
      <span className={styles.dates}>
        <input
          type="date"
          aria-label="First day"
          value={days.from}
          max={days.to}
          onChange={({ target: { value } }) =>
            value !== '' && navigate({ ...place, range: rangeOfDays(value, days.to) })
          }
        />
        –
        <input
          type="date"
          aria-label="Last day"
          value={days.to}
          min={days.from}
          onChange={({ target: { value } }) =>
            value !== '' && navigate({ ...place, range: rangeOfDays(days.from, value) })
          }
        />
        <span title="The API counts by days in UTC">UTC</span>
      </span>
      <Segments
        label="Measure"
        options={MEASURES}
        chosen={measure}
        onChoose={(to) => navigate({ ...place, measure: to })}
      />
      {filters.map((filter, index) => (
        <Chip
          key={JSON.stringify(filter)}
          removeLabel={`Remove ${sentenceOf(filter.name, operatorOf(filter), [filter.value])}`}
          onRemove={() => navigate({ ...place, filters: filters.filter((_, n) => n !== index) })}
        >
          {COLUMN_WORDS[filter.name] + shortOperator(operatorOf(filter))}{' '}
          <bdi>{valueWords(filter.name, filter.value)}</bdi>
        </Chip>
      ))}
      {model !== undefined && (
        <Chip removeLabel={`Remove model is ${model}`} onRemove={() => navigate({ ...place, model: undefined })}>
          model: <bdi>{model}</bdi>
        </Chip>
      )}
      <span className={styles.last}>
        <Link
          to={{
            page: 'traces',
            ...DEFAULT_LIST,
            range: `${fromTimestamp}/${toTimestamp}`,
            filters: filtersOfTraces(place),
            sort,
          }}
        >
          The traces of these days
        </Link>
        <Menu
          items={[
            { title: 'Days and models', hint: 'CSV', run: () => void downloadUsage(days, filters, undefined) },
            ...TOPS.map(({ title, field }) => ({
              title,
              hint: 'CSV',
              run: () => void downloadUsage(days, filtersOfTraces(place), field),
            })),
          ]}
        >
          Download
        </Menu>
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo({ ...place, range: rangeOfDays(days.from, days.to) }) },
            {
              what: 'call as curl',
              text: () => curlOf('/api/public/metrics/daily', { query: usageCall(days, filters) }),
            },
          ]}
        />
      </span>
    </div>
  );
}
