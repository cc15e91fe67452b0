import { useDeferredValue } from 'react';
import { Combobox } from '../ui/combobox';
import { type FilterName, type PlainName, VALUES, kindOf } from '../url/filters';
import { unprefixed } from './step-filters';
import styles from './filter-editor.module.css';
import { columnWord, isPhrase } from './filter-words';
import { type Completed, useStoredValues } from './use-stored-values';

interface ValueFieldProps {
  readonly filtered: Completed;
  readonly name: FilterName;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Receives a value chosen from the list. */
  readonly onChoose: (value: string) => void;
  /** See `Combobox`. */
  readonly isFirst: boolean;
}

const UNITS: Readonly<Partial<Record<PlainName, string>>> = {
  latency: 'seconds',
  timeToFirstToken: 'seconds',
  totalCost: 'USD',
};

/** Field for the value of a filter, with a list of stored values. */
export function ValueField(props: ValueFieldProps) {
  const { filtered, name, value, onValue, isFirst } = props;
  const label = `Value of ${columnWord(name)}`;
  const kind = kindOf(filtered.columns, name);
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
  if (isPhrase(name) || kind === 'object') {
    return (
      <input
        aria-label={label}
        dir="auto"
        data-first={isFirst || undefined}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
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
        {UNITS[unprefixed(name)]}
      </label>
    );
  }
  return <CompletedField {...props} label={label} />;
}

function CompletedField({
  filtered,
  name,
  label,
  value,
  onValue,
  onChoose,
  isFirst,
}: ValueFieldProps & {
  readonly label: string;
}) {
  const { data, error, isFetching } = useStoredValues(filtered, name, useDeferredValue(value));
  const options = (data?.values ?? []).filter((each) => each.startsWith(value));
  const isTruncated = data?.isTruncated === true;
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
