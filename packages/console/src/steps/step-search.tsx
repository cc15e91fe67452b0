import { type SubmitEvent, useState } from 'react';
import { readQuery } from '../list/filter-language';
import type { Filtered } from '../list/filtered';
import { QueryField } from '../list/query-field';
import { withFilters } from '../list/selection';
import styles from '../list/trace-list.module.css';
import type { Filter } from '../url/filters';

const MAX_CHARACTERS = 400;

/** Field for filters as text: `tool:search_docs latency>5s`. Other words are a part of the message. */
export function StepSearch({ filtered }: { readonly filtered: Filtered }) {
  const [query, setQuery] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { filters, text } = readQuery(query, filtered.columns);
    const message: Filter = { name: 'statusMessage', operator: 'contains', value: text };
    setQuery('');
    filtered.onFilters(withFilters(filtered.filters, text === '' ? filters : [...filters, message]));
  };
  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <QueryField
        label="Filter steps"
        placeholder="tool:search_docs latency>5s"
        maxLength={MAX_CHARACTERS}
        value={query}
        onValue={setQuery}
        filtered={filtered}
      />
    </form>
  );
}
