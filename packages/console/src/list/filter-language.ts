import {
  type ColumnName,
  type Columns,
  type Filter,
  type FilterKind,
  type FilterName,
  type FilterOperator,
  type PlainColumn,
  type StepPrefix,
  columnOf,
  isFilter,
  kindOf,
} from '../url/filters';
import { prefixOf, unprefixed } from './step-filters';
import { COLUMN_WORDS, isPhrase } from './filter-words';

/**
 * Filters and a text, as they are written in a search field: `user:ada latency>5s -tag:test metadata.tenant:acme "timed out"`. Of traces also
 * filters that one step fulfils, `step.tool:search step.latency>5s`, one of them not, `step.-level:ERROR`, or no step, `-step.tool:search`.
 */
export interface ReadQuery {
  readonly filters: readonly Filter[];
  /** Searched text: the rest, without its quotes. */
  readonly text: string;
}

/** A word, which may have quoted texts. The quote at the end may be missing. */
const PARTS = /(?:[^\s"]|"[^"]*(?:"|$))+/g;
/** A column, perhaps of a step, or a member of metadata, whose name may be quoted. */
const CONDITION = /^(-?)(?:(step|nostep)\.(-?))?(metadata\.(?:"[^"]+"|[^\s":~<>]+)|[a-z]+)(:|~|>=|<=|>|<)(.+)$/i;

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
  const [, outer = '', of, inner = '', word = '', sign = '', given = ''] = CONDITION.exec(part) ?? [];
  const minus = of === undefined ? outer : inner;
  const prefix = prefixIn(of, outer);
  const name = prefix === undefined ? undefined : nameOf(word, columns, prefix);
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

/** Returns the prefix of filters by steps, empty for others: `-step.` is `nostep.`. A minus before `nostep.` means nothing: undefined. */
function prefixIn(of: string | undefined, minus: string): StepPrefix | '' | undefined {
  if (of === undefined) return '';
  const isOfSome = of.toLowerCase() === 'step';
  if (minus === '') return isOfSome ? 'step.' : 'nostep.';
  return isOfSome ? 'nostep.' : undefined;
}

/** Returns the column of a word: its name in the API, or the word that chips have, without blanks. Members have their own names. */
function nameOf(word: string, columns: Columns, prefix: StepPrefix | ''): FilterName | undefined {
  const [column = '', ...key] = word.split('.');
  const wanted = column.toLowerCase();
  const name = columnsOf(columns, prefix).find((each) => each.toLowerCase() === wanted || wordOf(each) === wanted);
  if (name === undefined) return undefined;
  return (prefix + (name === 'metadata' ? `metadata.${unquoted(key.join('.'))}` : name)) as FilterName;
}

/** Returns the columns with a prefix, without it. */
const columnsOf = (columns: Columns, prefix: StepPrefix | ''): readonly PlainColumn[] =>
  (Object.keys(columns) as ColumnName[])
    .filter((name) => (prefixOf(name) ?? '') === prefix)
    .map((name) => unprefixed(name) as PlainColumn);

/** Returns the word for a column in a search field. */
const wordOf = (name: PlainColumn): string => COLUMN_WORDS[name].replaceAll(' ', '');

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

/** Start of a column, of the name of a member, or of a value, at the end of a text. */
export interface Unfinished {
  /** Text that the completion follows. */
  readonly before: string;
  /** Prefix of filters by steps; empty for others. */
  readonly of: StepPrefix | '';
  /** Column of a value, or of the name of a member; absent for the start of a column. */
  readonly column?: FilterName;
  readonly prefix: string;
}

/** Start of a part: a minus, and the prefix of filters by steps. */
const START = /^(-?)(?:(step|nostep)\.-?)?/i;
/** Start of the name of a member, whose last quote is missing. */
const KEY = /^metadata\.("[^"]*|[^\s":~<>]*)$/i;
/** Column or member, and the start of its value, whose last quote is missing. */
const VALUE = /^(metadata\.(?:"[^"]+"|[^\s":~<>]+)|[a-z]+):("?[^"]*)$/i;

/** Returns the part at the end of a text that may be completed; undefined after a blank, and after a part that is no filter. */
export function unfinishedOf(text: string, columns: Columns): Unfinished | undefined {
  const part = [...text.matchAll(PARTS)].at(-1);
  if (part === undefined || part.index + part[0].length < text.length) return undefined;
  const [start = '', minus = '', step] = START.exec(part[0]) ?? [];
  const of = prefixIn(step, minus);
  if (of === undefined) return undefined;
  const rest = part[0].slice(start.length);
  const startsWith = text.slice(0, text.length - rest.length);
  if (/^[a-z]+$/i.test(rest) || (rest === '' && of !== '')) return { before: startsWith, of, prefix: rest };
  const [, key] = KEY.exec(rest) ?? [];
  const [, word = '', value = ''] = VALUE.exec(rest) ?? [];
  const column = key === undefined ? nameOf(word, columns, of) : (`${of}metadata` as const);
  if (column === undefined || !Object.hasOwn(columns, columnOf(column))) return undefined;
  const prefix = unquoted(key ?? value);
  return { before: startsWith + (key === undefined ? `${word}:` : 'metadata.'), of, column, prefix };
}

/** Signs that usually follow a column, by its kind. */
const SIGNS: Readonly<Partial<Record<FilterKind, string>>> = { number: '>', object: '.' };

/** Returns the whole texts with each column that begins so: `user:`, `latency>`, `step.`. */
export function completedColumns({ before, of, prefix }: Unfinished, columns: Columns): readonly string[] {
  const words = columnsOf(columns, of).map((name) => {
    const column = `${of}${name}` as FilterName;
    return wordOf(name) + (SIGNS[kindOf(columns, column)] ?? (isPhrase(name) ? '~' : ':'));
  });
  const ofSteps = of === '' && columnsOf(columns, 'step.').length > 0 ? ['step.'] : [];
  return [...words, ...ofSteps].filter((word) => word.startsWith(prefix.toLowerCase())).map((word) => before + word);
}

/** Returns the whole texts with each value, or name of a member, that begins so. */
export function completedValues({ before, column, prefix }: Unfinished, values: readonly string[]): readonly string[] {
  const isKey = column !== undefined && unprefixed(column) === 'metadata';
  return values
    .filter((each) => each.startsWith(prefix))
    .map((each) => before + (isKey ? `${/^[^\s":~<>]+$/.test(each) ? each : `"${unquoted(each)}"`}:` : quoted(each)));
}
