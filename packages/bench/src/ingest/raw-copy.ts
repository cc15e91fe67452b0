import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** How fast Postgres takes rows when nothing is decoded, checked or summed. */
export interface RawCopy {
  readonly rows: number;
  readonly bytes: number;
  /** Of the fastest run. */
  readonly rowsPerSecond: number;
}

const RUNS = 3;

/** Rows of some 2 KB each, held in memory. */
const MOST_ROWS = 50_000;

/**
 * Copies observations that the product has stored, all their columns, into an empty table of the same columns and
 * primary key: one connection, one statement, durable at its end. The rows come from memory in COPY's own format, so
 * no work is left but Postgres's.
 */
export async function measureRawCopy(client: Client, atMost = MOST_ROWS): Promise<RawCopy> {
  const chunks: Buffer[] = [];
  const source = client.query(copyTo(`copy (select * from sluice.observations limit ${atMost}) to stdout`));
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);

  const seconds: number[] = [];
  let rows = 0;
  for (let run = 0; run < RUNS; run += 1) {
    await client.query('create schema bench');
    await client.query('create table bench.observations (like sluice.observations including indexes)');
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
