import {
  type ColumnName,
  type Columns,
  type Filter,
  type FilterKind,
  type FilterName,
  type FilterOperator,
  isFilter,
  kindOf,
} from '../url/filters';
import { COLUMN_WORDS, PHRASES } from './filter-words';

/** Filters and a text, as they are written in a search field: `user:ada latency>5s -tag:test metadata.tenant:acme "timed out"`. */
export interface ReadQuery {
  readonly filters: readonly Filter[];
  /** Searched text: the rest, without its quotes. */
  readonly text: string;
}

/** A word, which may have quoted texts. The quote at the end may be missing. */
const PARTS = /(?:[^\s"]|"[^"]*(?:"|$))+/g;
/** A column, or a member of metadata, whose name may be quoted. */
const CONDITION = /^(-?)(metadata\.(?:"[^"]+"|[^\s":~<>]+)|[a-z]+)(:|~|>=|<=|>|<)(.+)$/i;

/** Reads filters of these columns from a text; a word that is not a filter belongs to the text. */
export function readQuery(query: string, columns: Columns): ReadQuery {
  const filters: Filter[] = [];
  const words: string[] = [];
  for (const [part] of query.matchAll(PARTS)) {
    const filter = readCondition(part, columns);
    if (filter === undefined) words.push(unquoted(part));
    else filters.push(filter);
  }
  return { filters, text: words.join(' ') };
}

function readCondition(part: string, columns: Columns): Filter | undefined {
  const [, minus = '', word = '', sign = '', given = ''] = CONDITION.exec(part) ?? [];
  const name = nameOf(word, columns);
  if (name === undefined) return undefined;
  const isNumber = kindOf(columns, name) === 'number';
  const isAny = sign === ':' && given === '*';
  const operator = isAny ? (minus === '' ? 'present' : 'absent') : OPERATORS[minus + sign];
  if (operator === undefined) return undefined;
  const value = isAny ? '' : isNumber ? numberOf(unquoted(given)) : unquoted(given);
  const filter = { name, value, ...(operator !== 'is' && { operator }) };
  return isFilter(columns, filter) ? filter : undefined;
}

const OPERATORS: Readonly<Record<string, FilterOperator>> = {
  ...{ ':': 'is', '-:': 'not', '~': 'contains', '-~': 'lacks' },
  ...{ '>': 'gt', '<': 'lt', '>=': 'gte', '<=': 'lte' },
};

/** Returns the column of a word: its name in the API, or the word that chips have, without blanks. Members have their own names. */
function nameOf(word: string, columns: Columns): FilterName | undefined {
  const [column = '', ...key] = word.split('.');
  const wanted = column.toLowerCase();
  const name = (Object.keys(columns) as ColumnName[]).find(
    (each) => each.toLowerCase() === wanted || wordOf(each) === wanted,
  );
  return name === 'metadata' ? `metadata.${unquoted(key.join('.'))}` : name;
}

/** Returns the word for a column in a search field. */
const wordOf = (name: ColumnName): string => COLUMN_WORDS[name].replaceAll(' ', '');

/** Units of numbers: seconds, USD and counts. */
const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600, k: 1000 };

/** Converts a number with a unit to the unit of the API: `200ms` to `0.2`, `$0.5` to `0.5`. Any other text is unchanged. */
function numberOf(text: string): string {
  const [, digits = '', unit = ''] = /^\$?(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text) ?? [];
  const factor = unit === '' ? 1 : UNITS[unit.toLowerCase()];
  return digits === '' || factor === undefined ? text : String(Number((Number(digits) * factor).toPrecision(15)));
}

const unquoted = (text: string): string => text.replaceAll('"', '');

/** Writes a value for a search field. */
export const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);

/** Start of a column, or of a value of a column, at the end of a text. */
export interface Unfinished {
  /** Text that the completion follows. */
  readonly before: string;
  /** Column of a value; absent for the start of a column. */
  readonly column?: FilterName;
  readonly prefix: string;
}

/** Returns the part at the end of a text that may be completed; undefined after a blank, and after a part that is no filter. */
export function unfinishedOf(text: string, columns: Columns): Unfinished | undefined {
  const part = [...text.matchAll(PARTS)].at(-1);
  if (part === undefined || part.index + part[0].length < text.length) return undefined;
  const [, word = '', given] = /^-?([a-z]*)(?::"?([^"]*))?$/i.exec(part[0]) ?? [];
  const column = given === undefined ? undefined : nameOf(word, columns);
  if (word === '' || (given !== undefined && column === undefined)) return undefined;
  const prefix = given ?? word;
  const before = text.slice(0, text.lastIndexOf(given === undefined ? word : ':') + (given === undefined ? 0 : 1));
  return { before, prefix, ...(column !== undefined && { column }) };
}

/** Signs that usually follow a column, by its kind. */
const SIGNS: Readonly<Partial<Record<FilterKind, string>>> = { number: '>', object: '.' };

/** Returns the whole texts with each column that begins so: `user:`, `latency>`. */
export const completedColumns = ({ before, prefix }: Unfinished, columns: Columns): readonly string[] =>
  (Object.keys(columns) as ColumnName[])
    .map((name) => wordOf(name) + (SIGNS[kindOf(columns, name)] ?? (PHRASES.has(name) ? '~' : ':')))
    .filter((word) => word.startsWith(prefix.toLowerCase()))
    .map((word) => before + word);
