import { type Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyFormat } from './copy-format';
import type { RowValue } from './row-values';

type FieldWriter = (out: CopyFormat, value: never) => void;

/** How a value is written, by the SQL type of its column in `schema.ts`. */
const FIELDS: Readonly<Record<string, FieldWriter>> = {
  boolean: (out, value: boolean) => out.boolean(value),
  smallint: (out, value: number) => out.smallint(value),
  integer: (out, value: number) => out.integer(value),
  bigint: (out, value: number | bigint) => out.bigint(value),
  'double precision': (out, value: number) => out.double(value),
  'numeric(30, 12)': (out, value: bigint) => out.money(value),
  'timestamp with time zone': (out, value: number) => out.time(value),
  date: (out, value: string) => out.date(value),
  uuid: (out, value: string) => out.uuid(value),
  text: (out, value: string) => out.text(value),
};

/** A COPY into some columns of a table. */
export class CopyTarget {
  readonly #statement: string;
  readonly #fields: readonly FieldWriter[];

  /** @param keys the columns by their names in `schema.ts`; all of them where none are given */
  constructor(table: PgTable, keys = Object.keys(getTableColumns(table))) {
    const columns = keys.map((key) => getTableColumns(table)[key] as Column);
    const names = columns.map(({ name }) => name).join(', ');
    this.#statement = `copy sluice.${getTableName(table)} (${names}) from stdin (format binary)`;
    this.#fields = columns.map((column) => {
      const field = FIELDS[column.getSQLType()];
      if (field === undefined) throw new Error(`COPY does not know how to write ${column.getSQLType()}`);
      return field;
    });
  }

  /** Sends rows that have a value for each of the columns. */
  async send(client: PoolClient, rows: Iterable<readonly RowValue[]>): Promise<void> {
    const copy = client.query(copyFrom(this.#statement));
    await pipeline(Readable.from(this.#pieces(rows), { objectMode: false }), copy);
  }

  *#pieces(rows: Iterable<readonly RowValue[]>): Generator<Buffer> {
    const out = new CopyFormat();
    for (const row of rows) {
      out.row(this.#fields.length);
      for (const [index, write] of this.#fields.entries()) {
        const value = row[index];
        if (value === null || value === undefined) out.none();
        else write(out, value as never);
      }
      yield* out.takeFull();
    }
    yield* out.end();
  }
}
