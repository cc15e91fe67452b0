import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Pipeline } from '../../session/pipeline';
import { CopyFormat } from './copy-format';
import { copyIn } from './copy-in';
import { FIELD_TYPES, type FieldType } from './field-types';
import type { RowValue } from './row-values';

/** Value of a column that COPY writes. */
type CopyValue = RowValue | Buffer;

/** A COPY into those columns of a table for which there are values; writes rows directly from their sources. */
export class CopyTarget<Source> {
  readonly #statement: string;
  readonly #values: readonly ((source: Source) => CopyValue)[];
  readonly #fields: readonly FieldType['write'][];

  /** @param values functions that return a column's value, by the name of the column in `schema/` */
  constructor(table: PgTable, values: Readonly<Record<string, (source: Source) => CopyValue>>) {
    const columns = Object.entries(getTableColumns(table)).filter(([key]) => values[key] !== undefined);
    const names = columns.map(([, { name }]) => name).join(', ');
    this.#statement = `copy sluice.${getTableName(table)} (${names}) from stdin (format binary)`;
    this.#values = columns.map(([key]) => values[key] as (source: Source) => CopyValue);
    this.#fields = columns.map(([, column]) => {
      const type = FIELD_TYPES[column.getSQLType()];
      if (type === undefined) throw new Error(`COPY does not know how to write ${column.getSQLType()}`);
      return type.write;
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
      else (fields[i] as FieldType['write'])(out, value as never);
    }
  }
}
