import { read } from '../api/client';
import { type Filter, type FilterName, columnOf } from '../url/filters';
import { selectionOf } from './selection';

/** Stored values of a column that begin with a text. */
export interface FoundValues {
  readonly values: readonly string[];
  /** Whether there may be more. */
  readonly isTruncated: boolean;
}

export interface ValuesQuestion {
  readonly name: FilterName;
  readonly prefix: string;
  readonly range: string;
  readonly filters: readonly Filter[];
  /** Most values. */
  readonly limit: number;
}

/** Reads values of traces; the API has none of metadata. */
export async function readTraceValues(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name: field, prefix, range, filters, limit } = question;
  if (columnOf(field) === 'metadata') return { values: [], isTruncated: false };
  const query = { ...selectionOf({ range, filters }, Date.now()), field, prefix, limit };
  const { data, meta } = await read('/api/public/traces/values', { query, signal });
  return { values: data.map(({ value }) => value), isTruncated: meta.truncated };
}
