import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/client';
import { curlOf } from '../api/curl';
import { Combobox } from '../ui/combobox';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import { Segments } from '../ui/segments';
import { AGGREGATIONS, METRIC_VIEWS, type MetricsAddress, STEPS } from '../url/metrics-address';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import { RANGES } from '../url/time-range';
import { LabelFilters } from './label-filters';
import { metricCall } from './metric-call';
import styles from './metrics-page.module.css';

/** Most names, and most labels, that are offered. */
const OFFERED = 100;
const MAX_LABELS = 200;

interface MetricsBarProps {
  readonly address: MetricsAddress;
  readonly names: readonly string[];
}

/** Bar with the metric, the range and the aggregation. */
export function MetricsBar({ address, names }: MetricsBarProps) {
  const { name, range, aggregation, step, groupBy, view } = address;
  const labels = useQuery({
    queryKey: ['metric-labels', name],
    queryFn: ({ signal }) => read('/api/public/metrics/labels', { query: { name, limit: MAX_LABELS }, signal }),
    enabled: name !== undefined,
  });
  const keys = labels.data?.data ?? [];
  // A chosen label is kept while labels are loading, and if there are too many.
  const offered = groupBy === undefined || keys.includes(groupBy) ? keys : [groupBy, ...keys];
  return (
    <div className="bar">
      <NameField key={name} address={address} names={names} />
      {(name !== undefined || names.length > 0) && (
        <RangePicker range={range} ranges={Object.keys(RANGES)} onRange={(to) => navigate({ ...address, range: to })} />
      )}
      {name !== undefined && (
        <>
          <Choice
            title="Value"
            value={aggregation}
            options={AGGREGATIONS}
            onChoose={(to) => navigate({ ...address, aggregation: to })}
          />
          <Choice title="Step" value={step} options={STEPS} onChoose={(to) => navigate({ ...address, step: to })} />
          <label className={styles.choice}>
            <span className="secondary">By</span>
            <select
              value={groupBy ?? ''}
              onChange={({ target: { value } }) =>
                navigate({ ...address, groupBy: value === '' ? undefined : value, hidden: [] })
              }
            >
              <option value="">nothing</option>
              {offered.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <LabelFilters address={address} name={name} keys={keys} />
          <span className={`${styles.last} last`}>
            <CopyMenu
              items={[
                { what: 'link', text: () => linkTo(address) },
                {
                  what: 'call as curl',
                  text: () => curlOf('/api/public/metrics/query', metricCall(address, name, Date.now())),
                },
              ]}
            />
            <Segments
              label="View"
              options={METRIC_VIEWS}
              chosen={view}
              onChoose={(to) => navigate({ ...address, view: to })}
            />
          </span>
        </>
      )}
    </div>
  );
}

function NameField({ address, names }: MetricsBarProps) {
  const [typed, setTyped] = useState(address.name ?? '');
  const isChosen = typed === address.name;
  const found = names.filter((each) => isChosen || each.toLowerCase().includes(typed.toLowerCase()));
  if (address.name === undefined) return null;
  return (
    <form
      className={styles.name}
      onSubmit={(event) => {
        event.preventDefault();
        choose(address, typed);
      }}
    >
      <Combobox
        label="Metric"
        value={typed}
        onValue={setTyped}
        options={found.slice(0, OFFERED)}
        onChoose={(to) => choose(address, to)}
        note={found.length > OFFERED ? 'There are more: type a part of the name' : undefined}
      />
    </form>
  );
}

/** Labels belong to a metric, so a new metric resets them. */
function choose(address: MetricsAddress, name: string): void {
  navigate({ ...address, name: name === '' ? undefined : name, groupBy: undefined, labels: [], hidden: [] });
}

interface ChoiceProps<Option extends string> {
  readonly title: string;
  readonly value: Option;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
}

function Choice<Option extends string>({ title, value, options, onChoose }: ChoiceProps<Option>) {
  return (
    <label className={styles.choice}>
      <span className="secondary">{title}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value as Option)}>
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
