import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
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

/**
 * Returns rows as parameters of `rowSet`: one array for each column. Rows that are only inserted use COPY, which costs less a byte.
 * @param rows with a value for each column, in the order of `columnNames`
 * @param only names of the wanted columns; default: all
 */
export function arraysOf(table: PgTable, rows: readonly (readonly RowValue[])[], only?: ReadonlySet<string>): string[] {
  return Object.values(getTableColumns(table)).flatMap((column, index) => {
    if (only?.has(column.name) === false) return [];
    const written = writtenAs(column);
    return [arrayText(rows.map((row) => written(row[index])))];
  });
}

/** Returns column names as SQL, quoted: `timestamp` is also a keyword. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
