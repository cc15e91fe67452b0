import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Speed of Postgres for rows that are not decoded, checked or summed. */
export interface RawCopy {
  readonly rows: number;
  readonly bytes: number;
  /** Rows a second of the fastest run. */
  readonly rowsPerSecond: number;
}

const RUNS = 3;

/** Maximum number of rows, of about 2 KB each, that are held in memory. */
const MAX_ROWS = 50_000;

/**
 * Copies stored observations with all columns into an empty table with the same columns, primary key and storage parameters: one
 * connection, one statement, durable at its end. The rows are in memory in COPY's format, so that only Postgres works.
 * @param since observations received before this time are skipped
 */
export async function measureRawCopy(client: Client, since: Date): Promise<RawCopy> {
  const time = `'${since.toISOString()}'::timestamptz`;
  const chosen = `part >= floor(extract(epoch from ${time}) / 3600) and created_at >= ${time}`;
  const chunks: Buffer[] = [];
  const source = client.query(
    copyTo(`copy (select * from sluice.observations where ${chosen} limit ${MAX_ROWS}) to stdout`),
  );
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  const { rows: partitions } = await client.query<Partition>(PARTITION.replace('$chosen', chosen));
  const [partition] = partitions;
  if (partition === undefined) throw new Error('no observations are stored');

  const seconds: number[] = [];
  let rows = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await client.query('create schema bench');
    await client.query(`create table bench.observations (like ${partition.name} including all)`);
    if (partition.options !== '') await client.query(`alter table bench.observations set (${partition.options})`);
    const begin = performance.now();
    const target = client.query(copyFrom('copy bench.observations from stdin'));
    for (const chunk of chunks) if (!target.write(chunk)) await new Promise((resolve) => target.once('drain', resolve));
    target.end();
    await finished(target);
    seconds.push((performance.now() - begin) / 1000);
    rows = target.rowCount;
    await client.query('drop schema bench cascade');
  }
  return {
    rows,
    bytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    rowsPerSecond: rows / Math.min(...seconds),
  };
}

interface Partition {
  readonly name: string;
  /** Storage parameters of the table and of its TOAST table, as SQL. */
  readonly options: string;
}

const PARTITION = `
  select c.oid::regclass::text as name,
    array_to_string(coalesce(c.reloptions, '{}') || array(select 'toast.' || o from unnest(t.reloptions) o), ', ') as options
  from pg_class c left join pg_class t on t.oid = c.reltoastrelid
  where c.oid = (select tableoid from sluice.observations where $chosen limit 1)`;
