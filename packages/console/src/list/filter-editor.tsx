import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Popover } from '../ui/popover';
import {
  type ColumnName,
  type Columns,
  type Filter,
  type FilterName,
  type FilterOperator,
  type PlainColumn,
  MAX_KEY,
  OPERATORS,
  VALUES,
  columnOf,
  isFilter,
  isSameFilter,
  isWithoutValue,
  keyOf,
  kindOf,
  operatorOf,
} from '../url/filters';
import { prefixOf, unprefixed } from './step-filters';
import styles from './filter-editor.module.css';
import { COLUMN_WORDS, isPhrase, operatorWords } from './filter-words';
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
  const given = isWithoutValue(operator) ? '' : value;
  const filter: Filter = { name, value: given, ...(operator !== 'is' && { operator }) };

  const chooseName = (to: ColumnName): void => {
    setName(to);
    setOperator(isPhrase(to) ? 'contains' : OPERATORS[kindOf(columns, to)][0]);
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
    apply(filter);
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.row}>
        <select
          aria-label="Filter by"
          data-first={group === undefined || undefined}
          value={columnOf(name)}
          onChange={({ target }) => chooseName(target.value as ColumnName)}
        >
          {groupsOfColumns(columns).map(([title, names]) => {
            const options = names.map((each) => (
              <option key={each} value={each}>
                {COLUMN_WORDS[unprefixed(each) as PlainColumn]}
              </option>
            ));
            return title === undefined ? (
              options
            ) : (
              <optgroup key={title} label={title}>
                {options}
              </optgroup>
            );
          })}
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
      {kind === 'object' && (
        <div className={styles.valueRow}>
          <input
            aria-label="Member of metadata"
            placeholder="tenant"
            maxLength={MAX_KEY}
            dir="auto"
            value={keyOf(name) ?? ''}
            onChange={({ target }) => setName(`${columnOf(name)}.${target.value}` as FilterName)}
          />
        </div>
      )}
      <div className={styles.valueRow}>
        {!isWithoutValue(operator) && (
          <ValueField
            key={columnOf(name)}
            filtered={filtered}
            name={name}
            value={value}
            isFirst={group !== undefined}
            onValue={setValue}
            onChoose={(to) => apply({ ...filter, value: to })}
          />
        )}
        <button type="submit" className="last" disabled={!isFilter(columns, filter)}>
          {group === undefined ? 'Add' : group.values.length > 1 ? 'Add to it' : 'Change'}
        </button>
      </div>
    </form>
  );
}

/** Returns the columns of a page, those of traces and of steps in groups with a title; the title is absent where the page has one group. */
function groupsOfColumns(
  columns: Columns,
): readonly (readonly [title: string | undefined, names: readonly ColumnName[]])[] {
  const names = Object.keys(columns) as ColumnName[];
  if (names.every((name) => prefixOf(name) === undefined)) return [[undefined, names]];
  return (
    [
      ['The trace', undefined],
      ['A step', 'step.'],
      ['No step', 'nostep.'],
    ] as const
  ).map(([title, prefix]) => [title, names.filter((name) => prefixOf(name) === prefix)]);
}
