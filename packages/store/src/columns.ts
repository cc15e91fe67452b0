import { type Table, getTableColumns, getTableName } from 'drizzle-orm';
import { type PgTable, getTableConfig } from 'drizzle-orm/pg-core';

/* Columns of tables by `schema/`, for statements that are written by hand. A test compares `schema/` with the migrated database. */

type Columns<T extends Table> = T['_']['columns'];
type NameOf<T extends Table, Key extends keyof Columns<T>> = Columns<T>[Key]['_']['name'];

/** Name of a column in Postgres. */
export type ColumnName<T extends Table> = { [Key in keyof Columns<T>]: NameOf<T, Key> }[keyof Columns<T>];

/** Row by the names of Postgres, as `rowsOf` returns it. */
export type RowOf<T extends Table> = {
  readonly [Key in keyof Columns<T> as NameOf<T, Key>]: T['$inferSelect'][Key & keyof T['$inferSelect']];
};

/** Functions that return the value of each column, from one source, in any order. */
export type ValuesOf<T extends Table, Source, Value> = {
  readonly [Key in keyof Columns<T>]: (source: Source) => Value;
};

/** Returns the name of a column in Postgres. */
export function columnName<T extends Table, Key extends keyof Columns<T>>(table: T, key: Key): NameOf<T, Key> {
  return getTableColumns(table)[key as string]?.name;
}

/** Returns the columns in the order of `schema/`, which is that of COPY and of the rows of `rowMaker`. */
export function columnNames<T extends Table>(table: T): readonly ColumnName<T>[] {
  return Object.values(getTableColumns(table)).map((column) => column.name as ColumnName<T>);
}

/** Makes a record of one value for each name. */
export function eachOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Returns a function that makes rows with their values in the order of `columnNames`. */
export function rowMaker<T extends Table, Source, Value>(
  table: T,
  values: ValuesOf<T, Source, Value>,
): (source: Source) => Value[] {
  const inOrder = Object.keys(getTableColumns(table)).map((key) => values[key as keyof Columns<T>]);
  return (source) => inOrder.map((valueOf) => valueOf(source));
}

/**
 * SQL: rows of parameters from `$1` on: one array for each column, in the order of `columnNames`. Elements of a column of arrays are their
 * texts, because an array of arrays of different lengths does not exist.
 * @param only names of the wanted columns; default: all
 */
export function rowSet(table: Table, only?: ReadonlySet<string>): string {
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => only?.has(name) !== false);
  const isArray = (type: string): boolean => type.endsWith('[]');
  const arrays = columns.map((column, n) => {
    const type = column.getSQLType();
    return `$${n + 1}::${isArray(type) ? type : `${type}[]`}`;
  });
  const values = columns.map((column) => {
    const type = column.getSQLType();
    return isArray(type) ? `"${column.name}"::${type} as "${column.name}"` : `"${column.name}"`;
  });
  const names = columns.map(({ name }) => `"${name}"`);
  return `(select ${values.join(', ')} from unnest(${arrays.join(', ')}) as r (${names.join(', ')}))`;
}

const keysOf = (table: PgTable): readonly string[] =>
  getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));

/**
 * SQL: upserts rows of `rowSet`, in their order, into a table whose key has several columns.
 * @param update SQL: new value of another column if a row `t` with the key exists
 */
export function upsert(table: PgTable, update: (column: string) => string): string {
  const columns = columnNames(table);
  const keys = keysOf(table);
  const others = columns.filter((column) => !keys.includes(column));
  return `insert into sluice.${getTableName(table)} as t (${columns.join(', ')}) select * from ${rowSet(table)} s
    on conflict (${keys.join(', ')}) do update set ${others.map((column) => `${column} = ${update(column)}`).join(', ')}`;
}

/** SQL: deletes the rows `t` that have the key of a row of `rowSet` and fulfil a condition. */
export function removal(table: PgTable, condition: string): string {
  const same = keysOf(table).map((column) => `t.${column} = k.${column}`);
  return `delete from sluice.${getTableName(table)} t using ${rowSet(table)} k
    where ${[...same, condition].join(' and ')}`;
}
