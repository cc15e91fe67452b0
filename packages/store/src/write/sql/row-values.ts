import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ValuesOf } from '../../columns';
import { formatMicros } from '@sluice/record';
import { usdText } from '../state/money';
import { arrayText } from './escape';

/**
 * Value of a column before it is written: a time in microseconds since the epoch, money in picodollars, a day `YYYY-MM-DD`, a UUID as text;
 * undefined and null are NULL.
 */
export type RowValue = string | number | boolean | bigint | readonly string[] | null | undefined;

type Written = string | number | null;

/** Functions for the SQL types of `schema/` whose text differs from the value. */
const TEXTS: Readonly<Record<string, (value: never) => string>> = {
  'timestamp with time zone': formatMicros,
  'numeric(30, 12)': usdText,
  'text[]': arrayText,
};

const writtenAs = (column: Column): ((value: RowValue) => Written) => {
  const textOf = TEXTS[column.getSQLType()] ?? String;
  return (value) => {
    if (value === null || value === undefined) return null;
    return typeof value === 'number' && textOf === String ? value : textOf(value as never);
  };
};

/** Function of the sources of rows, and of the names of the wanted columns if not all, that returns the parameters of `rowSet`. */
export type ArraysOf<Source> = (sources: readonly Source[], only?: ReadonlySet<string>) => string[];

/**
 * Returns a function that makes one array for each column, without a row between. Rows that are only inserted use COPY, which costs less
 * a byte.
 */
export function arraysFrom<T extends PgTable, Source>(
  table: T,
  values: ValuesOf<T, Source, RowValue>,
): ArraysOf<Source> {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const valueOf = values[key as keyof typeof values];
    const written = writtenAs(column);
    return { name: column.name, written: (source: Source) => written(valueOf(source)) };
  });
  return (sources, only) =>
    columns.flatMap(({ name, written }) => (only?.has(name) === false ? [] : [arrayText(sources.map(written))]));
}

/** Returns column names as SQL, quoted: `timestamp` is also a keyword. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** Compares two values of a row; null and absent are equal. */
export const sameColumn = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
