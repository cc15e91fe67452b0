import { type SubmitEvent, useState } from 'react';
import { DEFAULT_LIST, type SearchField, type TracesAddress } from '../url/list-address';
import { TRACE_COLUMNS } from '../url/filters';
import { navigate } from '../url/navigate';
import { readQuery } from './filter-language';
import { filteredTraces } from './filtered';
import { QueryField } from './query-field';
import { withFilters } from './selection';
import styles from './trace-list.module.css';

/** Most characters of a search in the API. */
export const MAX_SEARCHED = 200;

const WHERE: readonly (readonly [title: string, fields: readonly SearchField[]])[] = [
  ['in all texts', []],
  ['in steps', ['observations']],
  ['in status messages', ['status']],
  ['in metadata', ['metadata']],
  ['in trace names', ['name']],
  ['in trace ids', ['id']],
  ['in trace inputs', ['input']],
  ['in trace outputs', ['output']],
  ['in trace inputs and outputs', ['input', 'output']],
  ['in tags', ['tags']],
];
const valueOf = (fields: readonly SearchField[]): string => fields.join(' ');

/**
 * Search field for a text and filters, and the fields that the text is searched in. A search starts on Enter, because each search reads
 * stored texts; filters become chips then.
 */
export function SearchBox({ address }: { readonly address: TracesAddress }) {
  const [text, setText] = useState(address.search);
  const search = (query: string, searchIn: readonly SearchField[]): void => {
    const { text: to, filters } = readQuery(query, TRACE_COLUMNS);
    const all = withFilters(address.filters, filters);
    const isSame = to === address.search && searchIn.join() === address.searchIn.join();
    if (isSame && all.length === address.filters.length) return;
    setText(to);
    // A search returns the newest traces first.
    const found = isSame ? {} : { search: to, searchIn: to === '' ? [] : searchIn, sort: DEFAULT_LIST.sort };
    navigate({ ...address, ...found, filters: all, page_: 1 });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search(text, address.searchIn);
  };
  const isListed = WHERE.some(([, fields]) => valueOf(fields) === valueOf(address.searchIn));
  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <QueryField
        label="Search traces"
        placeholder="Search text, or user:ada step.tool:search_docs"
        maxLength={MAX_SEARCHED}
        value={text}
        onValue={(to) => {
          setText(to);
          // The field's clear button ends the search too.
          if (to === '') search('', []);
        }}
        filtered={filteredTraces(address)}
      />
      {(text !== '' || address.search !== '') && (
        <select
          aria-label="Search in"
          value={valueOf(address.searchIn)}
          onChange={({ target: { value } }) =>
            search(text, WHERE.find(([, fields]) => valueOf(fields) === value)?.[1] ?? address.searchIn)
          }
        >
          {(isListed ? WHERE : [...WHERE, ['as in the link', address.searchIn] as const]).map(([title, fields]) => (
            <option key={title} value={valueOf(fields)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </form>
  );
}
