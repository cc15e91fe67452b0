import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/client';
import { Chip } from '../ui/chip';
import { Combobox } from '../ui/combobox';
import { Popover } from '../ui/popover';
import type { MetricsAddress } from '../url/metrics-address';
import { navigate } from '../url/navigate';
import styles from './metrics-page.module.css';

const OFFERED = 50;

interface LabelFiltersProps {
  readonly address: MetricsAddress;
  readonly name: string;
  /** Labels of the metric. */
  readonly keys: readonly string[];
}

/** Labels that points must have, as chips, and a panel to add one. */
export function LabelFilters({ address, name, keys }: LabelFiltersProps) {
  const { labels } = address;
  const set = (label: string, value: string): void =>
    navigate({ ...address, labels: [...labels.filter(([each]) => each !== label), [label, value]] });
  return (
    <>
      {labels.map(([label, value]) => (
        <Chip
          key={label}
          removeLabel={`Remove ${label}: ${value}`}
          onRemove={() => navigate({ ...address, labels: labels.filter(([each]) => each !== label) })}
        >
          <bdi>{label}</bdi>: <bdi>{value}</bdi>
        </Chip>
      ))}
      {keys.length > 0 && (
        <Popover title="Only points with a label" button="+ Label">
          {(close) => (
            <AddLabel
              name={name}
              keys={keys}
              onAdd={(label, value) => {
                close();
                set(label, value);
              }}
            />
          )}
        </Popover>
      )}
    </>
  );
}

interface AddLabelProps {
  readonly name: string;
  readonly keys: readonly string[];
  readonly onAdd: (label: string, value: string) => void;
}

function AddLabel({ name, keys, onAdd }: AddLabelProps) {
  const [label, setLabel] = useState(keys[0] ?? '');
  const [typed, setTyped] = useState('');
  const values = useQuery({
    queryKey: ['metric-label-values', name, label, typed],
    queryFn: ({ signal }) =>
      read('/api/public/metrics/labels', { query: { name, key: label, prefix: typed, limit: OFFERED }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(label, typed);
      }}
    >
      <label>
        <span className="visually-hidden">Label</span>
        <select data-first value={label} onChange={({ target }) => setLabel(target.value)}>
          {keys.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <Combobox
        label={`Value of ${label}`}
        placeholder="value"
        value={typed}
        onValue={setTyped}
        options={values.data?.data ?? []}
        onChoose={(value) => onAdd(label, value)}
        note={values.data?.meta.truncated === true ? 'There are more: type how it begins' : undefined}
      />
      <button type="submit">Add</button>
    </form>
  );
}
