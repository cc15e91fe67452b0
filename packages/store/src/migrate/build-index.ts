import type { StatementsOf } from './migration';

/*
 * Indexes that are built beside everybody, outside of a transaction. What a build leaves that was cut off is no index, and is
 * removed first; what is done already is found.
 */

/** SQL: makes an index, if it takes two attempts too. */
export function built(name: string, on: string): string[] {
  return [
    `do $$ begin
       if exists (select from pg_index where indexrelid = to_regclass('sluice.${name}') and not indisvalid) then
         drop index sluice.${name};
       end if;
     end $$`,
    `create index concurrently if not exists ${name} on ${on}`,
  ];
}

/**
 * SQL: makes an index of a partitioned table, of which Postgres builds none beside writers: first that of the table, which is
 * empty and which every partition made from then on gets by itself, then one for each partition that has none.
 * @param on what stands behind the name of the table
 */
export function builtOnPartitions(name: string, table: string, on: string): (string | StatementsOf)[] {
  return [
    // It waits for writers, and writers for it, no longer than a batch takes.
    `create index if not exists ${name} on only sluice.${table} ${on}`,
    async (client) => {
      const { rows } = await client.query<{ partition: string }>(
        `select c.relname as partition
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = $1::regclass and not exists (
           select from pg_index x join pg_inherits n on n.inhrelid = x.indexrelid
           where x.indrelid = c.oid and n.inhparent = $2::regclass)
         order by c.relname`,
        [`sluice.${table}`, `sluice.${name}`],
      );
      return rows.flatMap(({ partition }) => {
        const own = partition.replace(table, name);
        return [
          ...built(own, `sluice.${partition} ${on}`),
          `alter index sluice.${name} attach partition sluice.${own}`,
        ];
      });
    },
  ];
}
