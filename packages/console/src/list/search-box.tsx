import { type SubmitEvent, useState } from 'react';
import { DEFAULT_LIST, type SearchField, type TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
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

/** Search field, and the fields it covers. A search starts on Enter, because each search reads stored texts. */
export function SearchBox({ address }: { readonly address: TracesAddress }) {
  const [text, setText] = useState(address.search);
  const search = (to: string, fields: readonly SearchField[]): void => {
    if (to === address.search && fields.join() === address.searchIn.join()) return;
    // A search returns the newest traces first.
    navigate({ ...address, search: to, searchIn: to === '' ? [] : fields, sort: DEFAULT_LIST.sort, page_: 1 });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search(text, address.searchIn);
  };
  const isListed = WHERE.some(([, fields]) => valueOf(fields) === valueOf(address.searchIn));
  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="Search traces"
        placeholder="Search text"
        maxLength={MAX_SEARCHED}
        dir="auto"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          // The field's clear button ends the search too.
          if (target.value === '') search('', []);
        }}
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
