import type { ReactNode } from 'react';
import { curlOf } from '../api/curl';
import type { Parameters, ReadPath } from '../api/client';
import { useKeys } from '../keys/keys';
import { barKeys, press } from '../list/bar-keys';
import { FilterChips } from '../list/filter-chips';
import { FilterEditor } from '../list/filter-editor';
import type { Filtered } from '../list/filtered';
import { CopyMenu } from '../ui/copy-menu';
import { RangePicker } from '../ui/range-picker';
import type { Address } from '../url/address';
import { linkTo } from '../url/link-to';
import { ALL_TIME, RANGES } from '../url/time-range';
import { StepSearch } from './step-search';

const KEYS = {
  title: 'Steps',
  keys: [
    ...barKeys('filter: tool:search_docs latency>5s metadata.region:eu'),
    { key: 'e', help: 'errors only, or all', run: () => press('errors') },
  ],
};

interface StepBarProps {
  readonly address: Address;
  /** Filters that a form adds to. */
  readonly filtered: Filtered;
  /** Filters that have chips. */
  readonly chips: Filtered;
  readonly onRange: (range: string) => void;
  /** Request of the page. */
  readonly path: ReadPath;
  readonly query: () => Parameters;
  /** Controls between the range and the filters, and between the form and the chips. */
  readonly first?: ReactNode;
  readonly children?: ReactNode;
}

/** Bar of a page of steps: time, filters, and actions. */
export function StepBar({ address, filtered, chips, onRange, path, query, first, children }: StepBarProps) {
  useKeys(KEYS);
  return (
    <div className="bar">
      <RangePicker range={filtered.range} ranges={[...Object.keys(RANGES), ALL_TIME]} onRange={onRange} />
      {first}
      <StepSearch filtered={filtered} />
      <FilterEditor filtered={filtered} />
      {children}
      <FilterChips filtered={chips} />
      <span className="last">
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo(address) },
            { what: 'call as curl', text: () => curlOf(path, { query: query() }) },
          ]}
        />
      </span>
    </div>
  );
}
