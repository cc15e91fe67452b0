import { type SubmitEvent, useState } from 'react';
import editor from '../list/filter-editor.module.css';
import { COLUMN_WORDS } from '../list/filter-words';
import { readTraceValues } from '../list/trace-values';
import { ValueField } from '../list/value-field';
import { Chip } from '../ui/chip';
import { Popover } from '../ui/popover';
import { TRACE_COLUMNS } from '../url/filters';
import { navigate } from '../url/navigate';
import { SESSION_FILTERS, type SessionFilter, type SessionsAddress } from '../url/sessions-address';
import { changedSessions, filtersOf } from './find-sessions';

/** Filters of the list as chips, and a form to add one. */
export function SessionFilters({ address }: { readonly address: SessionsAddress }) {
  const narrow = (name: SessionFilter, value: string | undefined): void =>
    navigate(changedSessions(address, { [name]: value }));
  return (
    <>
      <Popover title="Filter" shortcut="filter" button="+ Filter">
        {(close) => (
          <Form
            address={address}
            onAdd={(name, value) => {
              close();
              narrow(name, value);
            }}
          />
        )}
      </Popover>
      {filtersOf(address).map(({ name, value }) => (
        <Chip
          key={name}
          removeLabel={`Remove ${COLUMN_WORDS[name]} is ${value}`}
          onRemove={() => narrow(name, undefined)}
        >
          {COLUMN_WORDS[name]}: <bdi>{value}</bdi>
        </Chip>
      ))}
    </>
  );
}

interface FormProps {
  readonly address: SessionsAddress;
  readonly onAdd: (name: SessionFilter, value: string) => void;
}

function Form({ address, onAdd }: FormProps) {
  const [name, setName] = useState<SessionFilter>('userId');
  const [value, setValue] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (value !== '') onAdd(name, value);
  };
  return (
    <form className={editor.form} onSubmit={submit}>
      <select
        aria-label="Filter by"
        data-first
        value={name}
        onChange={({ target }) => {
          setName(target.value as SessionFilter);
          setValue('');
        }}
      >
        {SESSION_FILTERS.map((each) => (
          <option key={each} value={each}>
            {COLUMN_WORDS[each]}
          </option>
        ))}
      </select>
      <div className={editor.valueRow}>
        <ValueField
          key={name}
          filtered={{ columns: TRACE_COLUMNS, filters: [], range: address.range, readValues: readTraceValues }}
          name={name}
          value={value}
          isFirst={false}
          onValue={setValue}
          onChoose={(to) => onAdd(name, to)}
        />
        <button type="submit" disabled={value === ''}>
          Add
        </button>
      </div>
    </form>
  );
}
