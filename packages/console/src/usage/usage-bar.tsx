import { curlOf } from '../api/curl';
import { columnWord, sentenceOf, shortOperator, valueWords } from '../list/filter-words';
import { Chip } from '../ui/chip';
import { CopyMenu } from '../ui/copy-menu';
import { Menu } from '../ui/menu';
import { rangeLabel } from '../ui/range-label';
import { RangeSelect } from '../ui/range-select';
import { Segments } from '../ui/segments';
import type { Days } from '../url/calendar';
import { operatorOf } from '../url/filters';
import { Link } from '../url/link';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import { DEFAULT_LIST } from '../url/list-address';
import { MEASURES, type UsageAddress } from '../url/usage-address';
import { DAY_RANGES, boundsOfDays, rangeOfDays } from './days';
import { downloadUsage } from './download';
import { filtersOfTraces } from './trace-filters';
import { TOPS } from './group-fields';
import { usageCall } from './usage-call';
import styles from './usage-page.module.css';

/** Bar with the range, the measure and the filters. */
export function UsageBar({ address, days }: { readonly address: UsageAddress; readonly days: Days }) {
  const { range, measure, filters, model } = address;
  const { fromTimestamp, toTimestamp } = boundsOfDays(days);
  const sort = measure === 'cost' ? 'totalCost.desc' : DEFAULT_LIST.sort;
  return (
    <div className={`${styles.bar} bar`}>
      <RangeSelect
        ranges={DAY_RANGES}
        range={range}
        labelOf={rangeLabel}
        onChange={(to) => navigate({ ...address, range: to })}
      />
      <span className={`${styles.dates} secondary`}>
        <input
          type="date"
          aria-label="First day"
          value={days.from}
          max={days.to}
          onChange={({ target: { value } }) =>
            value !== '' && navigate({ ...address, range: rangeOfDays(value, days.to) })
          }
        />
        –
        <input
          type="date"
          aria-label="Last day"
          value={days.to}
          min={days.from}
          onChange={({ target: { value } }) =>
            value !== '' && navigate({ ...address, range: rangeOfDays(days.from, value) })
          }
        />
        <span title="The API counts by days in UTC">UTC</span>
      </span>
      <Segments
        label="Measure"
        options={MEASURES}
        chosen={measure}
        onChoose={(to) => navigate({ ...address, measure: to })}
      />
      {filters.map((filter, index) => (
        <Chip
          key={JSON.stringify(filter)}
          removeLabel={`Remove ${sentenceOf(filter.name, operatorOf(filter), [filter.value])}`}
          onRemove={() => navigate({ ...address, filters: filters.filter((_, n) => n !== index) })}
        >
          {columnWord(filter.name) + shortOperator(operatorOf(filter))}{' '}
          <bdi>{valueWords(filter.name, filter.value)}</bdi>
        </Chip>
      ))}
      {model !== undefined && (
        <Chip removeLabel={`Remove model is ${model}`} onRemove={() => navigate({ ...address, model: undefined })}>
          model: <bdi>{model}</bdi>
        </Chip>
      )}
      <span className={`${styles.last} last`}>
        <Link
          to={{
            ...DEFAULT_LIST,
            range: `${fromTimestamp}/${toTimestamp}`,
            filters: filtersOfTraces(address),
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
              run: () => void downloadUsage(days, filtersOfTraces(address), field),
            })),
          ]}
        >
          Download
        </Menu>
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo({ ...address, range: rangeOfDays(days.from, days.to) }) },
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
