import { testDatabaseUrl } from '@sluice/testbed/servers';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { TABLES } from './tables';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly inKey: boolean;
}

const byName = (a: Column, b: Column): number => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`);

function drizzleColumns(): Column[] {
  return TABLES.flatMap((table) => {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
    return columns.map((column) => ({
      table: name,
      column: column.name,
      type: column.getSQLType().replace(', ', ','),
      notNull: column.notNull,
      inKey: column.primary || keys.has(column.name),
    }));
  });
}

async function databaseColumns(): Promise<Column[]> {
  const client = new Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
             a.attnotnull as "notNull",
             exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "inKey"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'sluice'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped`);
    return rows;
  } finally {
    await client.end();
  }
}

it('has the tables, columns, types, nullability and primary keys of the migrated database', async () => {
  expect(drizzleColumns().sort(byName)).toEqual((await databaseColumns()).sort(byName));
});
