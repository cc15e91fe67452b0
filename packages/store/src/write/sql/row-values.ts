import { types } from 'pg';
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ValuesOf } from '../../columns';
import { ArrayFormat } from './array-format';
import { arrayText } from './escape';
import { FIELD_TYPES, type FieldType } from './field-types';

/**
 * Value of a column before it is written: a time in microseconds since the epoch, money in picodollars, a day `YYYY-MM-DD`, a UUID as text;
 * undefined and null are NULL.
 */
export type RowValue = string | number | boolean | bigint | readonly string[] | null | undefined;

/** Types of columns as elements: of a column of arrays they are the texts of these (`rowSet`). */
const ELEMENT_TYPES: Readonly<Record<string, FieldType>> = {
  ...FIELD_TYPES,
  'text[]': { oid: types.builtins.TEXT, write: (out, value: readonly string[]) => out.text(arrayText(value)) },
};

function typeOf(sql: string): FieldType {
  const type = ELEMENT_TYPES[sql];
  if (type === undefined) throw new Error(`no array can have elements of the type ${sql}`);
  return type;
}

/** Returns values as a parameter of a Postgres array, in its binary format. */
function arrayOf<Source>(
  { oid, write }: FieldType,
  sources: readonly Source[],
  valueOf: (source: Source) => RowValue,
): Buffer {
  const out = new ArrayFormat(oid, sources.length);
  for (const source of sources) {
    const value = valueOf(source);
    if (value === null || value === undefined) out.none();
    else write(out, value as never);
  }
  return out.end();
}

const itself = <Value>(value: Value): Value => value;

/** Returns UUIDs, texts or integers as a parameter of a Postgres array. */
export const textArray = (texts: readonly (string | null)[]): Buffer => arrayOf(typeOf('text'), texts, itself);
export const uuidArray = (ids: readonly string[]): Buffer => arrayOf(typeOf('uuid'), ids, itself);
export const integerArray = (numbers: readonly number[]): Buffer => arrayOf(typeOf('integer'), numbers, itself);

/** Function of the sources of rows, and of the names of the wanted columns if not all, that returns the parameters of `rowSet`. */
export type ArraysOf<Source> = (sources: readonly Source[], only?: ReadonlySet<string>) => Buffer[];

/**
 * Returns a function that makes one array for each column, without a row between. Rows that are only inserted use COPY, which costs less
 * a byte.
 */
export function arraysFrom<T extends PgTable, Source>(
  table: T,
  values: ValuesOf<T, Source, RowValue>,
): ArraysOf<Source> {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: column.name,
    type: typeOf(column.getSQLType()),
    valueOf: values[key as keyof typeof values],
  }));
  return (sources, only) =>
    columns.flatMap(({ name, type, valueOf }) => (only?.has(name) === false ? [] : [arrayOf(type, sources, valueOf)]));
}

/** Returns column names as SQL, quoted: `timestamp` is also a keyword. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** Compares two values of a row; null and absent are equal. */
export const sameColumn = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
