import { useDeferredValue, useId } from 'react';
import { VALUES, kindOf } from '../url/filters';
import { completedColumns, completedValues, unfinishedOf } from './filter-language';
import { type Completed, useStoredValues } from './use-stored-values';

interface QueryFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Filters of the page, whose columns and values complete the text. */
  readonly filtered: Completed;
}

/** Search field for a text and filters: `user:ada latency>5s "timed out"`. The browser lists what completes it. */
export function QueryField({ label, placeholder, maxLength, value, onValue, filtered }: QueryFieldProps) {
  const id = useId();
  const options = useCompletions(value, filtered);
  return (
    <>
      <input
        type="search"
        list={id}
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

/** Returns whole texts that a text may become. */
function useCompletions(text: string, filtered: Completed): readonly string[] {
  const { columns } = filtered;
  const unfinished = unfinishedOf(useDeferredValue(text), columns);
  const { column, prefix = '' } = unfinished ?? {};
  const kind = column && kindOf(columns, column);
  const words = kind && VALUES[kind];
  const isStored = words === undefined && kind !== 'number';
  const { data } = useStoredValues(filtered, isStored ? column : undefined, prefix);
  if (unfinished === undefined) return [];
  if (column === undefined) return completedColumns(unfinished, columns);
  return completedValues(unfinished, words ?? data?.values ?? []);
}
