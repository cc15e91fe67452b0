import { Fragment } from 'react';
import { type Filter, isWithoutValue, operatorOf } from '../url/filters';
import styles from './filter-chips.module.css';
import { FilterEditor } from './filter-editor';
import type { Filtered } from './filtered';
import { columnWord, isOfAll, sentenceOf, shortOperator, valueWords } from './filter-words';
import { type FilterGroup, groupsOf } from './selection';

/** Filters as chips; filters of one column and operator share a chip: `user: ada or bob`. */
export function FilterChips({ filtered }: { readonly filtered: Filtered }) {
  const { columns, filters, onFilters } = filtered;
  const isOf = ({ name, operator }: FilterGroup, filter: Filter): boolean =>
    filter.name === name && operatorOf(filter) === operator;
  return groupsOf(filters).map((group) => {
    const { name, operator, values } = group;
    const sentence = sentenceOf(name, operator, values, columns);
    return (
      <span key={`${name}.${operator}`} className={styles.chip}>
        <FilterEditor
          filtered={filtered}
          group={group}
          button={
            <>
              <bdi>{columnWord(name)}</bdi>
              {shortOperator(operator)}
              {!isWithoutValue(operator) &&
                values.map((value, n) => (
                  <Fragment key={value}>
                    {n > 0 && (isOfAll(columns, name, operator) ? ' and' : ' or')}{' '}
                    <bdi className={styles.value}>{valueWords(name, value)}</bdi>
                  </Fragment>
                ))}
            </>
          }
        />
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove the filter ${sentence}`}
          title="Remove"
          onClick={() => onFilters(filters.filter((filter) => !isOf(group, filter)))}
        >
          ×
        </button>
      </span>
    );
  });
}
