import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { formatMicros } from '@sluice/record';
import { usdText } from '../state/money';
import { arrayText } from './escape';

/**
 * A value of a row before it is written: a time is in microseconds since the epoch, money in picodollars, a day
 * `YYYY-MM-DD`, a UUID its text; undefined and null are NULL.
 */
export type RowValue = string | number | boolean | bigint | readonly string[] | null | undefined;

/** What the driver and JSON take. */
type Written = string | number | boolean | readonly string[] | null;

/** Of the SQL types of `schema.ts`, those whose text is not that of the value. */
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

/** SQL types whose text has nothing to escape in JSON. */
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
  /** With what stands around it. */
  readonly name: string;
  readonly json: (value: RowValue) => string;
}

const jsonAs = (column: Column): ((value: RowValue) => string) => {
  const type = column.getSQLType();
  const written = writtenAs(column);
  return PLAIN.has(type) ? (value) => `"${String(written(value))}"` : (value) => JSON.stringify(written(value));
};

/**
 * Rows as the JSON that `json_populate_recordset` takes: one parameter for any number of rows and columns. For traces, and the few
 * observations of a batch that are merged; rows that are only added come by COPY, which costs less a byte. Put together as text, without
 * what is NULL: an object of thirty members that are not known beforehand is slow, and so is a call of the engine for each.
 * @returns takes rows that have a value for each column, in the order of `columnNames`, and which columns are wanted if not all
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

/** Rows as `upsert` and `removal` take them: one array for each column, of which none may be one of booleans or arrays. */
export function arraysOf(table: PgTable, rows: readonly (readonly RowValue[])[]): string[] {
  const columns = Object.values(getTableColumns(table)).map(writtenAs);
  return columns.map((written, index) => arrayText(rows.map((row) => written(row[index]) as string | number | null)));
}

/** Column names as SQL, quoted: `timestamp` is a word of the language too. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
