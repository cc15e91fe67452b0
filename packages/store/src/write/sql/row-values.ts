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

/** Value that driver and JSON accept. */
type Written = string | number | boolean | readonly string[] | null;

/** Functions for the SQL types of `schema/` whose text differs from the value. */
const TEXTS: Readonly<Record<string, (value: never) => string>> = {
  'timestamp with time zone': formatMicros,
  'numeric(30, 12)': usdText,
};

const writtenAs = (column: Column): ((value: RowValue) => Written) => {
  const textOf = TEXTS[column.getSQLType()];
  return (value) => {
    if (value === null || value === undefined) return null;
    if (textOf !== undefined) return textOf(value as never);
    return typeof value === 'bigint' ? String(value) : value;
  };
};

/** SQL types whose text needs no escape in JSON. */
const PLAIN = new Set([
  'uuid',
  'boolean',
  'smallint',
  'integer',
  'bigint',
  'numeric(30, 12)',
  'timestamp with time zone',
]);

interface JsonColumn {
  readonly index: number;
  readonly column: string;
  /** Quoted name with the punctuation around it. */
  readonly name: string;
  readonly json: (value: RowValue) => string;
}

const jsonAs = (column: Column): ((value: RowValue) => string) => {
  const type = column.getSQLType();
  const written = writtenAs(column);
  return PLAIN.has(type) ? (value) => `"${String(written(value))}"` : (value) => JSON.stringify(written(value));
};

/**
 * Returns rows as the JSON for `json_populate_recordset`: one parameter for any number of rows and columns. For traces, and for merged
 * observations, of which a batch has few; rows that are only inserted use COPY, which costs less a byte. Concatenated as text, without
 * NULLs: an object of thirty members with names unknown beforehand is slow, and so is a call of the engine for each.
 * @returns function of rows with a value for each column, in the order of `columnNames`, and of the wanted columns if not all
 */
export function recordSetOf(
  table: PgTable,
): (rows: readonly (readonly RowValue[])[], only?: ReadonlySet<string>) => string {
  const all = Object.values(getTableColumns(table)).map<JsonColumn>((column, index) => ({
    index,
    column: column.name,
    name: `"${column.name}":`,
    json: jsonAs(column),
  }));
  return (rows, only) => {
    const columns = only === undefined ? all : all.filter(({ column }) => only.has(column));
    let text = '[';
    for (const row of rows) {
      let before = text === '[' ? '{' : ',{';
      for (const { index, name, json } of columns) {
        const value = row[index];
        if (value === null || value === undefined) continue;
        text += before + name + json(value);
        before = ',';
      }
      text += before === ',' ? '}' : `${before}}`;
    }
    return `${text}]`;
  };
}

/** Returns rows as parameters of `upsert` and `removal`: one array for each column, none of them of booleans or arrays. */
export function arraysOf(table: PgTable, rows: readonly (readonly RowValue[])[]): string[] {
  const columns = Object.values(getTableColumns(table)).map(writtenAs);
  return columns.map((written, index) => arrayText(rows.map((row) => written(row[index]) as string | number | null)));
}

/** Returns column names as SQL, quoted: `timestamp` is also a keyword. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
