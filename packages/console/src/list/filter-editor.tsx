import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Popover } from '../ui/popover';
import {
  type Filter,
  type FilterName,
  type FilterOperator,
  OPERATORS,
  VALUES,
  isFilter,
  isSameFilter,
  isWithoutValue,
  kindOf,
  operatorOf,
} from '../url/filters';
import styles from './filter-editor.module.css';
import { COLUMN_WORDS, PHRASES, operatorWords } from './filter-words';
import type { Filtered } from './filtered';
import type { FilterGroup } from './selection';
import { ValueField } from './value-field';

interface FilterEditorProps {
  readonly filtered: Filtered;
  /** Filters to change; absent to add one. */
  readonly group?: FilterGroup;
  /** Content of the button, when filters are changed. */
  readonly button?: ReactNode;
}

/** Button that opens the form for a filter. */
export function FilterEditor({ filtered, group, button }: FilterEditorProps) {
  return (
    <Popover title="Filter" shortcut={group === undefined ? 'filter' : undefined} button={button ?? '+ Filter'}>
      {(close) => <Form filtered={filtered} group={group} close={close} />}
    </Popover>
  );
}

interface FormProps {
  readonly filtered: Filtered;
  readonly group: FilterGroup | undefined;
  readonly close: () => void;
}

const NEW: FilterGroup = { name: 'userId', operator: 'is', values: [] };

function Form({ filtered, group, close }: FormProps) {
  const { columns, filters, onFilters } = filtered;
  const [name, setName] = useState<FilterName>((group ?? NEW).name);
  const [operator, setOperator] = useState<FilterOperator>((group ?? NEW).operator);
  const [value, setValue] = useState(group?.values.length === 1 ? (group.values[0] ?? '') : '');
  const kind = kindOf(columns, name);
  const operators: readonly FilterOperator[] = OPERATORS[kind];
  const filter: Filter = { name, value, ...(operator !== 'is' && { operator }) };

  const chooseName = (to: FilterName): void => {
    setName(to);
    setOperator(PHRASES.has(to) ? 'contains' : OPERATORS[kindOf(columns, to)][0]);
    setValue(VALUES[kindOf(columns, to)]?.[0] ?? '');
  };
  const apply = (to: Filter): void => {
    if (!isFilter(columns, to)) return;
    // A single value is replaced; to several values the new one is added.
    const isChanged = group?.values.length === 1;
    const others = filters.filter(
      (each) =>
        !isSameFilter(each, to) && !(isChanged && each.name === group.name && operatorOf(each) === group.operator),
    );
    close();
    onFilters([...others, to]);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    apply(isWithoutValue(operator) ? { ...filter, value: '' } : filter);
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.row}>
        <select
          aria-label="Filter by"
          data-first={group === undefined || undefined}
          value={name}
          onChange={({ target }) => chooseName(target.value as FilterName)}
        >
          {(Object.keys(columns) as FilterName[]).map((each) => (
            <option key={each} value={each}>
              {COLUMN_WORDS[each]}
            </option>
          ))}
        </select>
        <select
          aria-label="How it is compared"
          value={operator}
          onChange={({ target }) => setOperator(target.value as FilterOperator)}
        >
          {operators.map((each) => (
            <option key={each} value={each}>
              {operatorWords(columns, name, each)}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.valueRow}>
        {!isWithoutValue(operator) && (
          <ValueField
            key={name}
            filtered={filtered}
            name={name}
            value={value}
            isFirst={group !== undefined}
            onValue={setValue}
            onChoose={(to) => apply({ ...filter, value: to })}
          />
        )}
        <button type="submit" className="last" disabled={!isWithoutValue(operator) && !isFilter(columns, filter)}>
          {group === undefined ? 'Add' : group.values.length > 1 ? 'Add to it' : 'Change'}
        </button>
      </div>
    </form>
  );
}
