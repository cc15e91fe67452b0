import {
  type PgBooleanBuilderInitial,
  type PgIntegerBuilderInitial,
  type PgTextBuilderInitial,
  type PgTimestampStringBuilderInitial,
  boolean,
  integer,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { type FieldList, type NameOf, fieldsOf } from '@sluice/record';

/** `completionStartTime` as `completion_start_time`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${SnakeCase<Rest>}`
  : '';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns by the kind of a field. Fields of other kinds have several columns, or a form of their own. */
const COLUMN_OF = {
  text: (name: string) => text(name),
  longText: (name: string) => text(name),
  json: (name: string) => text(name),
  time: (name: string) => timestamp(name, { withTimezone: true, mode: 'string' }),
  integer: (name: string) => integer(name),
  flag: (name: string) => boolean(name),
};

type ColumnKind = keyof typeof COLUMN_OF;

/** Types of these columns, with their names. */
interface ColumnOf<Name extends string> extends Readonly<Record<ColumnKind, unknown>> {
  readonly text: PgTextBuilderInitial<Name, [string, ...string[]]>;
  readonly longText: PgTextBuilderInitial<Name, [string, ...string[]]>;
  readonly json: PgTextBuilderInitial<Name, [string, ...string[]]>;
  readonly time: PgTimestampStringBuilderInitial<Name>;
  readonly integer: PgIntegerBuilderInitial<Name>;
  readonly flag: PgBooleanBuilderInitial<Name>;
}

type FieldColumns<List extends FieldList> = {
  [Name in NameOf<List, ColumnKind>]: ColumnOf<SnakeCase<Name>>[List[Name]['kind'] & ColumnKind];
};

/** Columns of fields that have one each, by the names of the fields. */
export function fieldColumns<List extends FieldList>(list: List): FieldColumns<List> {
  const columns = (Object.keys(COLUMN_OF) as ColumnKind[]).flatMap((kind) =>
    fieldsOf(list, kind).map((name) => [name, COLUMN_OF[kind](snakeCase(name))] as const),
  );
  return Object.fromEntries(columns) as FieldColumns<List>;
}
