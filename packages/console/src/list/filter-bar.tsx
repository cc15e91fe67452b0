import { type SubmitEvent, useState } from 'react';
import { navigate } from '../url/navigate';
import { FILTER_NAMES, type FilterName, isFilter } from '../url/filters';
import type { TracesPlace } from '../url/list-place';
import { RANGES, rangeLabel } from '../url/time-range';
import styles from './filter-bar.module.css';

/** The range, the filters as chips, and a form for one more. */
export function FilterBar({ place }: { readonly place: TracesPlace }) {
  const { range, filters } = place;
  const ranges = Object.hasOwn(RANGES, range) ? Object.keys(RANGES) : [range, ...Object.keys(RANGES)];
  return (
    <div className={styles.bar}>
      <label>
        <span className="visually-hidden">Time range</span>
        <select value={range} onChange={({ target }) => navigate({ ...place, range: target.value, page_: 1 })}>
          {ranges.map((each) => (
            <option key={each} value={each}>
              {rangeLabel(each)}
            </option>
          ))}
        </select>
      </label>
      {filters.map((filter, index) => (
        <span key={`${filter.name} ${filter.value}`} className={styles.chip}>
          {filter.name}: <bdi>{filter.value}</bdi>
          <button
            type="button"
            aria-label={`Remove ${filter.name}: ${filter.value}`}
            onClick={() => navigate({ ...place, filters: filters.filter((_, n) => n !== index), page_: 1 })}
          >
            ×
          </button>
        </span>
      ))}
      <AddFilter place={place} />
    </div>
  );
}

function AddFilter({ place }: { readonly place: TracesPlace }) {
  const [name, setName] = useState<FilterName>('name');
  const [value, setValue] = useState('');
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isFilter({ name, value })) return;
    navigate({ ...place, filters: [...place.filters, { name, value }], page_: 1 });
    setValue('');
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <select aria-label="Filter by" value={name} onChange={({ target }) => setName(target.value as FilterName)}>
        {FILTER_NAMES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <input
        aria-label={`Value of ${name}`}
        placeholder="value"
        value={value}
        onChange={(e) => setValue(e.target.value)}
      />
      <button type="submit">Add filter</button>
    </form>
  );
}
