import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { read } from '../api/client';
import { Combobox } from '../ui/combobox';
import { FILTER_COLUMNS, type FilterName, VALUES } from '../url/filters';
import type { TracesAddress } from '../url/list-address';
import styles from './filter-editor.module.css';
import { COLUMN_WORDS } from './filter-words';
import { selectionOf } from './selection';

interface ValueFieldProps {
  readonly address: TracesAddress;
  readonly name: FilterName;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Receives a value chosen from the list. */
  readonly onChoose: (value: string) => void;
  /** See `Combobox`. */
  readonly isFirst: boolean;
}

const UNITS: Readonly<Partial<Record<FilterName, string>>> = { latency: 'seconds', totalCost: 'USD' };

/** Field for the value of a filter, with a list of stored values. */
export function ValueField(props: ValueFieldProps) {
  const { name, value, onValue, isFirst } = props;
  const label = `Value of ${COLUMN_WORDS[name]}`;
  const kind = FILTER_COLUMNS[name];
  const words = VALUES[kind];
  if (words !== undefined) {
    return (
      <select aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    );
  }
  if (kind === 'number') {
    return (
      <label className={`${styles.unit} secondary line`}>
        <input
          aria-label={label}
          type="number"
          step="any"
          data-first={isFirst || undefined}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
        {UNITS[name]}
      </label>
    );
  }
  return <CompletedField {...props} label={label} name={name as CompletedName} />;
}

type CompletedName = 'name' | 'userId' | 'sessionId' | 'tags' | 'model' | 'environment' | 'release' | 'version';

const SHOWN = 50;

function CompletedField({
  address,
  name,
  label,
  value,
  onValue,
  onChoose,
  isFirst,
}: ValueFieldProps & {
  readonly label: string;
  readonly name: CompletedName;
}) {
  const prefix = useDeferredValue(value);
  // Values that match the other filters; a filter of the same column is ignored, so that another of its values can be chosen.
  const filters = address.filters.filter((filter) => filter.name !== name);
  const { data, error, isFetching } = useQuery({
    queryKey: ['values', name, prefix, address.range, filters],
    queryFn: ({ signal }) => {
      const query = {
        ...selectionOf({ range: address.range, filters }, Date.now()),
        field: name,
        prefix,
        limit: SHOWN,
      };
      return read('/api/public/traces/values', { query, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const options = (data?.data ?? []).map((each) => each.value).filter((each) => each.startsWith(value));
  const isTruncated = data?.meta.truncated === true;
  return (
    <Combobox
      label={label}
      placeholder="value"
      isFirst={isFirst}
      value={value}
      onValue={onValue}
      options={options}
      onChoose={onChoose}
      note={noteOf({ error, isFetching, isTruncated, isEmpty: options.length === 0, isTyped: value !== '' })}
    />
  );
}

interface Found {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isTruncated: boolean;
  readonly isEmpty: boolean;
  readonly isTyped: boolean;
}

/** Returns a remark about the list of values. */
function noteOf({ error, isFetching, isTruncated, isEmpty, isTyped }: Found): string | undefined {
  if (error !== null) return 'The values could not be looked up. What you type is taken as it is.';
  if (isFetching && isEmpty) return 'Looking for values';
  if (isTruncated) return 'There may be more: type how it begins. What you type is taken as it is.';
  if (!isEmpty) return undefined;
  return isTyped ? 'No value in this time begins so. What you type is taken as it is.' : 'No values in this time.';
}
