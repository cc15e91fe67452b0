import {
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  CONDITION_WORDS,
  type ColumnOf,
  type ConditionColumns,
  type ConditionOf,
  type ConditionType,
  EXPRESSION_LIMITS,
  type MemberConditionOf,
  type ParsedTime,
  OBSERVATION_COLUMNS,
  type TRACE_COLUMNS,
  isLonger,
  observationIdOfText,
  storable,
  traceIdOfText,
} from '@sluice/record';
import type { Schema } from '../document';
import { ref } from '../schemas/values';
import { jsonOf } from './json';
import { type Kind, invalid, oneValue } from './kind';
import { readBound } from './times';

/** Type of the value of a condition on a value, by the type of the condition. */
interface ConditionValues {
  readonly string: string;
  readonly stringObject: string;
  readonly stringOptions: readonly string[];
  readonly arrayOptions: readonly string[];
  readonly datetime: ParsedTime;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

/** Condition on a value of some columns. */
type ValueConditionOn<Columns extends ConditionColumns> = {
  readonly [Type in keyof ConditionValues]: Type extends 'stringObject'
    ? MemberConditionOf<Columns>
    : ConditionOf<Type, ConditionValues[Type], Columns>;
}[keyof ConditionValues];

/** Condition on some columns. */
type ConditionOn<Columns extends ConditionColumns> = [ColumnOf<'observation', Columns>] extends [never]
  ? ValueConditionOn<Columns>
  : ValueConditionOn<Columns> | ConditionOf<'observation', readonly ObservationCondition[], Columns>;

/** Condition on a trace (contract: Filter expressions). */
export type Condition = ConditionOn<typeof TRACE_COLUMNS>;

/** Condition on an observation (contract: Filter expressions). */
export type ObservationCondition = ValueConditionOn<typeof OBSERVATION_COLUMNS>;

const TEXT: Schema = { type: 'string', maxLength: EXPRESSION_LIMITS.text };
const KEY: Schema = { type: 'string', minLength: 1, maxLength: EXPRESSION_LIMITS.key };
const TEXTS: Schema = { type: 'array', maxItems: EXPRESSION_LIMITS.values, items: TEXT };

/** The value of a condition, by its type; one of `null` has none. */
const VALUE_SCHEMAS: Readonly<Record<ConditionType, Schema | undefined>> = {
  string: TEXT,
  stringObject: TEXT,
  stringOptions: { ...TEXTS, minItems: 1 },
  arrayOptions: TEXTS,
  datetime: ref('WindowTime'),
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  null: undefined,
  observation: {
    type: 'array',
    minItems: 1,
    maxItems: EXPRESSION_LIMITS.conditions,
    items: ref('ObservationCondition'),
  },
};

export const conditionSchemas = (columns: ConditionColumns): Schema[] =>
  Object.entries(CONDITION_OPERATORS).flatMap(([type, operators]) => {
    const value = VALUE_SCHEMAS[type as ConditionType];
    const named = Object.entries(columns).filter(([, kind]) =>
      (CONDITION_TYPES[kind] as readonly string[]).includes(type),
    );
    if (named.length === 0) return [];
    return {
      type: 'object',
      properties: {
        type: { const: type },
        column: { enum: named.map(([column]) => column) },
        ...(type === 'stringObject' && { key: KEY }),
        operator: { enum: operators },
        ...(value !== undefined && { value }),
      },
      required: [
        ...['type', 'column', ...(type === 'stringObject' ? ['key'] : []), 'operator'],
        ...(value === undefined ? [] : ['value']),
      ],
    };
  });

/**
 * JSON array of conditions as the Langfuse API has it; none where it is absent. Members that a condition does not have are
 * ignored. A refusal names the place of the mistake: `filter[2].operator`.
 */
export const expression = <const Columns extends ConditionColumns>(
  columns: Columns,
): Kind<readonly ConditionOn<Columns>[]> =>
  oneValue(
    {
      type: 'string',
      maxLength: EXPRESSION_LIMITS.length,
      contentMediaType: 'application/json',
      contentSchema: {
        type: 'array',
        maxItems: EXPRESSION_LIMITS.conditions,
        items: { anyOf: conditionSchemas(columns) },
      },
    },
    [],
    (text, parameter) => {
      const conditions = readExpression(text, parameter).map((each, n) =>
        conditionOf(columns, each, `${parameter}[${n}]`),
      );
      checkNumber(
        conditions.reduce((sum, each) => sum + numberIn(each), 0),
        parameter,
      );
      return conditions;
    },
  );

function readExpression(text: string, parameter: string): readonly unknown[] {
  if (isLonger(text, EXPRESSION_LIMITS.length)) {
    throw invalid(parameter, `at most ${EXPRESSION_LIMITS.length} characters`, text);
  }
  const parsed = jsonOf(text);
  if (!Array.isArray(parsed)) throw invalid(parameter, 'a JSON array of conditions', text);
  checkNumber(parsed.length, parameter);
  return parsed;
}

/** Number of conditions in one: those on an observation count each. */
const numberIn = ({ type, value }: { readonly type: ConditionType; readonly value: unknown }): number =>
  type === 'observation' ? (value as readonly unknown[]).length : 1;

function checkNumber(conditions: number, place: string): void {
  if (conditions > EXPRESSION_LIMITS.conditions) {
    throw invalid(place, `at most ${EXPRESSION_LIMITS.conditions} conditions`, `${conditions}`);
  }
}

function conditionOf<Columns extends ConditionColumns>(
  columns: Columns,
  given: unknown,
  place: string,
): ConditionOn<Columns> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(place, 'an object with type, column, operator and value', shownJson(given));
  }
  const member = (name: string): unknown =>
    Object.hasOwn(given, name) ? given[name as keyof typeof given] : undefined;
  const word = <T extends string>(name: string, words: readonly T[], of = ''): T => {
    const value = member(name);
    const chosen = words.find((each) => each === value);
    if (chosen === undefined) throw invalid(`${place}.${name}`, `one of ${words.join(', ')}${of}`, shownJson(value));
    return chosen;
  };
  const column = word('column', Object.keys(columns) as (keyof Columns & string)[]);
  const kind = columns[column] as ConditionColumns[string];
  const type: ConditionType = word('type', CONDITION_TYPES[kind], ` for the column ${column}`);
  const operator = word<string>('operator', CONDITION_OPERATORS[type], ` for the type ${type}`);
  const value = VALUES[type](member('value'), `${place}.value`, operator);
  if (kind in CONDITION_WORDS)
    checkWords(value, CONDITION_WORDS[kind as keyof typeof CONDITION_WORDS], `${place}.value`);
  // The column takes conditions of the type, which has the operator and such a value.
  const key = type === 'stringObject' ? { key: keyOf(member('key'), `${place}.key`) } : {};
  const condition = { type, column, ...key, operator, value };
  return (kind in IDS ? ofIds(condition, IDS[kind as keyof typeof IDS]) : condition) as ConditionOn<Columns>;
}

/** How the value of each type is read. */
const VALUES: Readonly<Record<ConditionType, (given: unknown, place: string, operator: string) => unknown>> = {
  string: textValue,
  stringObject: textValue,
  stringOptions: (given, place) => textValues(given, place, 1),
  // All, or none, of no tags is said of every trace.
  arrayOptions: (given, place, operator) => textValues(given, place, operator === 'any of' ? 1 : 0),
  datetime: (given, place) => {
    if (typeof given !== 'string') throw invalid(place, 'an ISO 8601 time', shownJson(given));
    return readBound(given, place);
  },
  number: (given, place) => {
    if (typeof given !== 'number' || !Number.isFinite(given)) throw invalid(place, 'a number', shownJson(given));
    return given;
  },
  boolean: (given, place) => {
    if (typeof given !== 'boolean') throw invalid(place, 'true or false', shownJson(given));
    return given;
  },
  // Langfuse asks for an empty text here, and reads none.
  null: () => null,
  observation: (given, place) => {
    const most = EXPRESSION_LIMITS.conditions;
    if (!Array.isArray(given) || given.length === 0 || given.length > most) {
      throw invalid(place, `an array of 1 to ${most} conditions on an observation`, shownJson(given));
    }
    return given.map((each, n) => conditionOf(OBSERVATION_COLUMNS, each, `${place}[${n}]`));
  },
};

function textValue(given: unknown, place: string): string {
  if (typeof given !== 'string') throw invalid(place, 'a text', shownJson(given));
  if (isLonger(given, EXPRESSION_LIMITS.text)) {
    throw invalid(place, `a text of at most ${EXPRESSION_LIMITS.text} characters`, given);
  }
  return storable(given);
}

function keyOf(given: unknown, place: string): string {
  if (typeof given === 'string' && given !== '' && !isLonger(given, EXPRESSION_LIMITS.key)) return storable(given);
  throw invalid(place, `a text of 1 to ${EXPRESSION_LIMITS.key} characters`, shownJson(given));
}

function textValues(given: unknown, place: string, least: 0 | 1): readonly string[] {
  if (!Array.isArray(given) || given.length < least || given.length > EXPRESSION_LIMITS.values) {
    throw invalid(place, `an array of ${least} to ${EXPRESSION_LIMITS.values} texts`, shownJson(given));
  }
  return [...new Set(given.map((item, n) => textValue(item, `${place}[${n}]`)))];
}

function checkWords(value: unknown, words: readonly string[], place: string): void {
  for (const [n, word] of Array.isArray(value) ? value.entries() : []) {
    if (words.some((known) => known === word)) continue;
    throw invalid(`${place}[${n}]`, `one of ${words.join(', ')}`, String(word));
  }
}

/** Reader of an id in any form, by the kind of the column. */
const IDS = { id: traceIdOfText, observationId: observationIdOfText, parentId: observationIdOfText } as const;

/** Ids may be written in all of their forms; a text that is none is the id of nothing. */
function ofIds(
  condition: { readonly type: ConditionType; readonly operator: string; readonly value: unknown },
  parse: (text: string) => string | undefined,
): object {
  const idsOf = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => parse(text) ?? []);
  const { type, operator, value } = condition;
  if (type === 'stringOptions') return { ...condition, value: idsOf(value as readonly string[]) };
  if (type !== 'string') return condition;
  return operator === '='
    ? { ...condition, type: 'stringOptions', operator: 'any of', value: idsOf([value as string]) }
    : { ...condition, value: (value as string).toLowerCase() };
}

/** Texts as they are, anything else as JSON; empty where there is nothing. */
const shownJson = (value: unknown = ''): string => (typeof value === 'string' ? value : JSON.stringify(value));
