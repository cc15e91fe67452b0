import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Pipeline } from '../../session/pipeline';
import type { Picodollars } from '../state/money';
import type { ExactInteger } from '../state/exact-integer';
import { CopyFormat } from './copy-format';
import { copyIn } from './copy-in';
import type { RowValue } from './row-values';

/** Value of a column that COPY writes. */
type CopyValue = RowValue | Buffer;

type FieldWriter = (out: CopyFormat, value: never) => void;

/** Functions that write a value, by the SQL type of its column in `schema/`. */
const FIELDS: Readonly<Record<string, FieldWriter>> = {
  boolean: (out, value: boolean) => out.boolean(value),
  smallint: (out, value: number) => out.smallint(value),
  integer: (out, value: number) => out.integer(value),
  bigint: (out, value: ExactInteger) => out.bigint(value),
  'double precision': (out, value: number) => out.double(value),
  'numeric(30, 12)': (out, value: Picodollars) => out.money(value),
  'timestamp with time zone': (out, value: number) => out.time(value),
  date: (out, value: string) => out.date(value),
  uuid: (out, value: string) => out.uuid(value),
  text: (out, value: string) => out.text(value),
  bytea: (out, value: Buffer) => out.bytes(value),
};

/** A COPY into those columns of a table for which there are values; writes rows directly from their sources. */
export class CopyTarget<Source> {
  readonly #statement: string;
  readonly #values: readonly ((source: Source) => CopyValue)[];
  readonly #fields: readonly FieldWriter[];

  /** @param values functions that return a column's value, by the name of the column in `schema/` */
  constructor(table: PgTable, values: Readonly<Record<string, (source: Source) => CopyValue>>) {
    const columns = Object.entries(getTableColumns(table)).filter(([key]) => values[key] !== undefined);
    const names = columns.map(([, { name }]) => name).join(', ');
    this.#statement = `copy sluice.${getTableName(table)} (${names}) from stdin (format binary)`;
    this.#values = columns.map(([key]) => values[key] as (source: Source) => CopyValue);
    this.#fields = columns.map(([, column]) => {
      const field = FIELDS[column.getSQLType()];
      if (field === undefined) throw new Error(`COPY does not know how to write ${column.getSQLType()}`);
      return field;
    });
  }

  /** Sends one row for each source; see `copyIn`. */
  send(pipeline: Pipeline, sources: Iterable<Source>): Promise<void> {
    return copyIn(pipeline, this.#statement, this.#messages(sources));
  }

  *#messages(sources: Iterable<Source>): Generator<Buffer> {
    const out = new CopyFormat();
    for (const source of sources) {
      this.#row(out, source);
      if (out.hasFull) yield* out.takeFull();
    }
    yield* out.end();
  }

  #row(out: CopyFormat, source: Source): void {
    const [values, fields] = [this.#values, this.#fields];
    out.row(fields.length);
    for (let i = 0; i < fields.length; i += 1) {
      const value = (values[i] as (source: Source) => CopyValue)(source);
      if (value === null || value === undefined) out.none();
      else (fields[i] as FieldWriter)(out, value as never);
    }
  }
}
