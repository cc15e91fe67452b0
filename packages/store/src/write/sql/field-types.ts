import { types } from 'pg';
import type { ExactInteger } from '../state/exact-integer';
import type { Picodollars } from '../state/money';
import type { BinaryFields } from './binary-fields';

const { BOOL, BYTEA, DATE, FLOAT8, INT2, INT4, INT8, NUMERIC, TEXT, TIMESTAMPTZ, UUID } = types.builtins;

/** Type of a column as it is written. */
export interface FieldType {
  /** Number of the type in Postgres. */
  readonly oid: number;
  readonly write: (out: BinaryFields, value: never) => void;
}

/** Types of columns by their SQL in `schema/`. */
export const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  boolean: { oid: BOOL, write: (out, value: boolean) => out.boolean(value) },
  smallint: { oid: INT2, write: (out, value: number) => out.smallint(value) },
  integer: { oid: INT4, write: (out, value: number) => out.integer(value) },
  bigint: { oid: INT8, write: (out, value: ExactInteger) => out.bigint(value) },
  'double precision': { oid: FLOAT8, write: (out, value: number) => out.double(value) },
  'numeric(30, 12)': { oid: NUMERIC, write: (out, value: Picodollars) => out.money(value) },
  'timestamp with time zone': { oid: TIMESTAMPTZ, write: (out, value: number) => out.time(value) },
  date: { oid: DATE, write: (out, value: string) => out.date(value) },
  uuid: { oid: UUID, write: (out, value: string) => out.uuid(value) },
  text: { oid: TEXT, write: (out, value: string) => out.text(value) },
  bytea: { oid: BYTEA, write: (out, value: Buffer) => out.bytes(value) },
};
