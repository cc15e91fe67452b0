import { read } from '../api/client';
import { type Filter, type FilterName, columnOf, keyOf } from '../url/filters';
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

/** Reads values of traces; of metadata those of a member, or the names of members. */
export async function readTraceValues(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name, prefix, range, filters, limit } = question;
  const query = {
    ...selectionOf({ range, filters }, Date.now()),
    field: columnOf(name),
    key: keyOf(name),
    prefix,
    limit,
  };
  const { data, meta } = await read('/api/public/traces/values', { query, signal });
  return { values: data.map(({ value }) => value), isTruncated: meta.truncated };
}
