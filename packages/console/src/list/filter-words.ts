import { duration, usd } from '../format/numbers';
import {
  type Columns,
  type FilterName,
  type FilterOperator,
  type PlainColumn,
  STEP_COLUMNS,
  TRACE_COLUMNS,
  isWithoutValue,
  kindOf,
} from '../url/filters';
import type { SearchField } from '../url/list-address';
import { prefixOf, unprefixed } from './step-filters';

const SEARCHED: Readonly<Record<SearchField, string>> = {
  ...{ name: 'trace names', id: 'trace ids', input: 'trace inputs', output: 'trace outputs', tags: 'tags' },
  ...{ observations: 'texts of steps', metadata: 'metadata', status: 'status messages' },
};

/** Names the texts that a search reads: `trace names, tags`. @param fields empty: all */
export const searchedWords = (fields: readonly SearchField[]): string =>
  fields.length === 0 ? 'all texts of traces and steps' : fields.map((field) => SEARCHED[field]).join(', ');

/** Displayed names of columns. */
export const COLUMN_WORDS: Readonly<Record<PlainColumn, string>> = {
  name: 'name',
  type: 'type',
  toolName: 'tool',
  provider: 'provider',
  promptName: 'prompt',
  promptVersion: 'prompt version',
  statusMessage: 'message',
  statusMessageGroup: 'message group',
  traceName: 'trace name',
  userId: 'user',
  sessionId: 'session',
  tags: 'tag',
  model: 'model',
  environment: 'environment',
  service: 'service',
  release: 'release',
  version: 'version',
  outcome: 'outcome',
  isOpen: 'open',
  level: 'level',
  latency: 'latency',
  timeToFirstToken: 'first token',
  totalCost: 'cost',
  totalTokens: 'tokens',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  observationCount: 'observations',
  errorCount: 'errors',
  warningCount: 'warnings',
  metadata: 'metadata',
};

const STEP_WORDS = { 'step.': 'step ', 'nostep.': 'no step with ' } as const;

/** Returns the displayed name of a column, or of a member of metadata: `user`, `step tool`, `no step with metadata.tenant`. */
export function columnWord(name: FilterName): string {
  const [prefix, plain] = [prefixOf(name), unprefixed(name)];
  const word = Object.hasOwn(COLUMN_WORDS, plain) ? COLUMN_WORDS[plain as PlainColumn] : plain;
  return prefix === undefined ? word : STEP_WORDS[prefix] + word;
}

/** Returns whether the column has long texts, of which a filter usually has a part. */
export const isPhrase = (name: FilterName): boolean => unprefixed(name) === 'statusMessage';

const OF_PARTS: ReadonlySet<FilterOperator> = new Set(['contains', 'starts', 'ends']);

/** Returns whether a row must have all values of the filter instead of any. Of filters that no step fulfils, each is a condition of its own. */
export function isOfAll(columns: Columns, name: FilterName, operator: FilterOperator): boolean {
  if (prefixOf(name) === 'nostep.') return false;
  const kind = kindOf(columns, name);
  return OF_PARTS.has(operator) || kind === 'number' || (operator === 'is' && (kind === 'list' || kind === 'object'));
}

/**
 * Returns the words between a column and its values in a sentence.
 * @param values number of values; with one value "all" and "any" are the same
 */
export function operatorWords(columns: Columns, name: FilterName, operator: FilterOperator, values = 2): string {
  const isOfMany = operator === 'is' && kindOf(columns, name) === 'list' && values > 1;
  return isOfMany && isOfAll(columns, name, operator) ? 'has all of' : OPERATOR_WORDS[operator];
}

const OPERATOR_WORDS: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  any: 'has any of',
  not: 'is not',
  contains: 'contains',
  lacks: 'does not contain',
  starts: 'starts with',
  ends: 'ends with',
  present: 'is set',
  absent: 'is not set',
  gte: 'is at least',
  lte: 'is at most',
  gt: 'is more than',
  lt: 'is less than',
};

const SHORT: Readonly<Record<FilterOperator, string>> = {
  ...OPERATOR_WORDS,
  ...{ is: ':', any: 'any of:', not: '≠', gte: '≥', lte: '≤', gt: '>', lt: '<', lacks: 'lacks' },
};

/** Returns the short operator of a chip, written after the column: `:`, ` ≠`. */
export const shortOperator = (operator: FilterOperator): string =>
  operator === 'is' ? SHORT.is : ` ${SHORT[operator]}`;

/** A number is a number on every page. */
const ALL_COLUMNS: Columns = { ...TRACE_COLUMNS, ...STEP_COLUMNS };

/** Formats a value for a chip, numbers with their unit. */
export function valueWords(name: FilterName, value: string): string {
  const plain = unprefixed(name);
  if (plain === 'latency' || plain === 'timeToFirstToken') return duration(Number(value) * 1000);
  if (plain === 'totalCost') return usd(Number(value));
  return kindOf(ALL_COLUMNS, name) === 'number' ? Number(value).toLocaleString('en') : value;
}

/** Most characters of a value in a menu item; the menu shows the whole value above its items. */
const MENU_CHARACTERS = 40;

/** Formats a filter as a menu item: `Filter: user = ada`, `Exclude ada`, `Filter: latency ≥ 1.50 s`. */
export function menuWords(name: FilterName, operator: FilterOperator, value: string): string {
  const characters = Array.from(valueWords(name, value.slice(0, 2 * MENU_CHARACTERS + 2)));
  const short =
    characters.length > MENU_CHARACTERS ? `${characters.slice(0, MENU_CHARACTERS).join('')}…` : characters.join('');
  if (operator === 'not') return `Exclude ${short}`;
  return `Filter: ${columnWord(name)} ${operator === 'is' ? '=' : SHORT[operator]} ${short}`;
}

/** Formats a filter as a sentence: `user is not ada`. @param columns those of the page; default: of traces */
export function sentenceOf(
  name: FilterName,
  operator: FilterOperator,
  values: readonly string[],
  columns: Columns = TRACE_COLUMNS,
): string {
  const start = `${columnWord(name)} ${operatorWords(columns, name, operator, values.length)}`;
  if (isWithoutValue(operator)) return start;
  const between = isOfAll(columns, name, operator) ? ' and ' : ' or ';
  return `${start} ${values.map((value) => valueWords(name, value)).join(between)}`;
}
