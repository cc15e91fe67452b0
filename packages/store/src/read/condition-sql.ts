import type { CONDITION_OPERATORS, ConditionType } from '@sluice/record';
import type { Values } from './database';

type OperatorOf<Type extends ConditionType> = (typeof CONDITION_OPERATORS)[Type][number];
export type OptionOperator = OperatorOf<'stringOptions'>;

/** A condition without its column. */
export type Comparison =
  | { readonly type: 'string'; readonly operator: OperatorOf<'string'>; readonly value: string }
  | { readonly type: 'stringOptions'; readonly operator: OptionOperator; readonly value: readonly string[] }
  | { readonly type: 'arrayOptions'; readonly operator: OperatorOf<'arrayOptions'>; readonly value: readonly string[] }
  | { readonly type: 'number'; readonly operator: OperatorOf<'number'>; readonly value: number }
  | { readonly type: 'boolean'; readonly operator: OperatorOf<'boolean'>; readonly value: boolean }
  | { readonly type: 'null'; readonly operator: OperatorOf<'null'>; readonly value: null };

/** Operators on text. No patterns: every character is literal, and the time is linear in the lengths. */
const ON_TEXT: Readonly<Record<OperatorOf<'string'>, (column: string, value: string) => string>> = {
  '=': (column, value) => `${column} = ${value}`,
  contains: (column, value) => `strpos(${column}, ${value}) > 0`,
  'does not contain': (column, value) => `strpos(${column}, ${value}) = 0`,
  'starts with': (column, value) => `starts_with(${column}, ${value})`,
  'ends with': (column, value) => `right(${column}, length(${value})) = ${value}`,
};

const ON_OPTIONS = {
  'any of': (column: string, values: string): string => `${column} = any(${values})`,
  'none of': (column: string, values: string): string => `${column} <> all(${values})`,
} as const;

const ON_LIST = {
  'any of': (column: string, values: string): string => `${column} && ${values}`,
  'none of': (column: string, values: string): string => `not ${column} && ${values}`,
  'all of': (column: string, values: string): string => `${column} @> ${values}`,
} as const;

const NUMBER_OPERATORS = { '=': '=', '>': '>', '<': '<', '>=': '>=', '<=': '<=' } as const;
const FLAG_OPERATORS = { '=': '=', '<>': '<>' } as const;

/** SQL condition: a column is one of the values, or none of them. @param values SQL, an array */
export const isAmong = (column: string, operator: OptionOperator, values: string): string =>
  ON_OPTIONS[operator](column, values);

/** SQL condition: a comparison holds for a column. @param column SQL */
export function holds(column: string, comparison: Comparison, add: Values['add']): string {
  switch (comparison.type) {
    case 'string':
      return ON_TEXT[comparison.operator](column, `${add(comparison.value)}::text`);
    case 'stringOptions':
      return isAmong(column, comparison.operator, `${add(comparison.value)}::text[]`);
    case 'arrayOptions':
      return ON_LIST[comparison.operator](column, `${add(comparison.value)}::text[]`);
    case 'number':
      // Compared as the decimal number that was written: no double rounds it.
      return `${column} ${NUMBER_OPERATORS[comparison.operator]} ${add(String(comparison.value))}::numeric`;
    case 'boolean':
      return `${column} ${FLAG_OPERATORS[comparison.operator]} ${add(comparison.value)}::boolean`;
    case 'null':
      return isNull(column, comparison.operator);
  }
}

const isNull = (column: string, operator: OperatorOf<'null'>): string =>
  operator === 'is null' ? `${column} is null` : `${column} is not null`;

/** SQL condition: a list is empty, or not. */
export const isEmpty = (column: string, operator: OperatorOf<'null'>): string =>
  `${column} ${operator === 'is null' ? '=' : '<>'} '{}'`;
