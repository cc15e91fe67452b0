import { read } from '../api/client';
import { type Columns, type Filter, type FilterName, TRACE_COLUMNS } from '../url/filters';
import type { TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import { selectionOf } from './selection';

/** Stored values of a column that begin with a text. */
export interface FoundValues {
  readonly values: readonly string[];
  /** Whether there may be more. */
  readonly isTruncated: boolean;
}

/** Filters of a page, which their chips and forms show and change. */
export interface Filtered {
  readonly columns: Columns;
  readonly filters: readonly Filter[];
  /** Range of time, as in `TracesAddress`. */
  readonly range: string;
  readonly onFilters: (filters: readonly Filter[]) => void;
  /** Reads stored values of a column that other filters select. */
  readonly readValues: (question: ValuesQuestion, signal: AbortSignal) => Promise<FoundValues>;
}

export interface ValuesQuestion {
  readonly name: FilterName;
  readonly prefix: string;
  readonly range: string;
  readonly filters: readonly Filter[];
  /** Most values. */
  readonly limit: number;
}

/** Filters of a list of traces. */
export const filteredTraces = (address: TracesAddress): Filtered => ({
  ...{ columns: TRACE_COLUMNS, filters: address.filters, range: address.range },
  onFilters: (filters) => navigate({ ...address, filters, page_: 1 }),
  readValues: readTraceValues,
});

/** Reads values of traces. */
export async function readTraceValues(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name: field, prefix, range, filters, limit } = question;
  const query = { ...selectionOf({ range, filters }, Date.now()), field, prefix, limit };
  const { data, meta } = await read('/api/public/traces/values', { query, signal });
  return { values: data.map(({ value }) => value), isTruncated: meta.truncated };
}
