import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyText } from './escape';

/** A value of a row in COPY's text format; undefined and null are NULL. */
export type CopyValue = string | number | boolean | bigint | null | undefined;

/** Rows are handed to the socket in chunks of about this many characters. */
const CHUNK = 256 * 1024;

/** One line of COPY's text format. */
function copyLine(row: readonly CopyValue[]): string {
  let line = '';
  for (let i = 0; i < row.length; i += 1) {
    const value = row[i];
    if (i > 0) line += '\t';
    if (typeof value === 'string') line += copyText(value);
    else if (value === null || value === undefined) line += '\\N';
    else if (typeof value === 'boolean') line += value ? 't' : 'f';
    else line += String(value);
  }
  return `${line}\n`;
}

/** Sends rows by COPY. `target` is a fixed table name with its columns: `sluice.observations (part, trace_id, …)`. */
export async function copyRows(
  client: PoolClient,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} from stdin`));
  await pipeline(Readable.from(chunks(rows), { objectMode: false }), copy);
}

function* chunks(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += copyLine(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
