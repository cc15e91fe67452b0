import {
  CONDITION_LEVELS,
  CONDITION_OPERATORS,
  CONDITION_TYPES,
  type ConditionOf,
  type ConditionType,
  EXPRESSION_LIMITS,
  type ParsedTime,
  TRACE_COLUMNS,
  type TraceColumn,
  isLonger,
  parseTraceId,
  storable,
} from '@sluice/record';
import type { Schema } from '../document';
import { ref } from '../schemas/values';
import { jsonOf } from './json';
import { type Kind, invalid, oneValue } from './kind';
import { readBound } from './times';

/** Type of the value of a condition, by the type of the condition. */
interface ConditionValues {
  readonly string: string;
  readonly stringOptions: readonly string[];
  readonly arrayOptions: readonly string[];
  readonly datetime: ParsedTime;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

/** Condition of a filter expression (contract: Filter expressions). */
export type Condition = {
  readonly [Type in ConditionType]: ConditionOf<Type, ConditionValues[Type]>;
}[ConditionType];

const TEXT: Schema = { type: 'string', maxLength: EXPRESSION_LIMITS.text };
const TEXTS: Schema = { type: 'array', maxItems: EXPRESSION_LIMITS.values, items: TEXT };

/** The value of a condition, by its type; one of `null` has none. */
const VALUE_SCHEMAS: Readonly<Record<ConditionType, Schema | undefined>> = {
  string: TEXT,
  stringOptions: { ...TEXTS, minItems: 1 },
  arrayOptions: TEXTS,
  datetime: ref('WindowTime'),
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  null: undefined,
};

const COLUMNS = Object.keys(TRACE_COLUMNS) as TraceColumn[];

const CONDITION_SCHEMAS = Object.entries(CONDITION_OPERATORS).map(([type, operators]): Schema => {
  const value = VALUE_SCHEMAS[type as ConditionType];
  const acceptsType = (column: TraceColumn): boolean =>
    (CONDITION_TYPES[TRACE_COLUMNS[column]] as readonly string[]).includes(type);
  return {
    type: 'object',
    properties: {
      type: { const: type },
      column: { enum: COLUMNS.filter(acceptsType) },
      operator: { enum: operators },
      ...(value !== undefined && { value }),
    },
    required: ['type', 'column', 'operator', ...(value === undefined ? [] : ['value'])],
  };
});

/**
 * JSON array of conditions as the Langfuse API has it; none where it is absent. Members that a condition does not have are
 * ignored. A refusal names the place of the mistake: `filter[2].operator`.
 */
export const expression = (): Kind<readonly Condition[]> =>
  oneValue(
    {
      type: 'string',
      maxLength: EXPRESSION_LIMITS.length,
      contentMediaType: 'application/json',
      contentSchema: { type: 'array', maxItems: EXPRESSION_LIMITS.conditions, items: { anyOf: CONDITION_SCHEMAS } },
    },
    [],
    readExpression,
  );

function readExpression(text: string, parameter: string): readonly Condition[] {
  if (isLonger(text, EXPRESSION_LIMITS.length)) {
    throw invalid(parameter, `at most ${EXPRESSION_LIMITS.length} characters`, text);
  }
  const parsed = jsonOf(text);
  if (!Array.isArray(parsed)) throw invalid(parameter, 'a JSON array of conditions', text);
  if (parsed.length > EXPRESSION_LIMITS.conditions) {
    throw invalid(parameter, `at most ${EXPRESSION_LIMITS.conditions} conditions`, `${parsed.length}`);
  }
  return parsed.map((condition, n) => conditionOf(condition, `${parameter}[${n}]`));
}

function conditionOf(given: unknown, place: string): Condition {
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
  const column = word('column', COLUMNS);
  const type: ConditionType = word('type', CONDITION_TYPES[TRACE_COLUMNS[column]], ` for the column ${column}`);
  const operator = word<string>('operator', CONDITION_OPERATORS[type], ` for the type ${type}`);
  const value = VALUES[type](member('value'), `${place}.value`, operator);
  // The column takes conditions of the type, which has the operator and such a value.
  const condition = { type, column, operator, value } as Condition;
  if (column === 'level') checkLevels(condition, `${place}.value`);
  return column === 'id' ? ofIds(condition) : condition;
}

/** How the value of each type is read. */
const VALUES: Readonly<Record<ConditionType, (given: unknown, place: string, operator: string) => unknown>> = {
  string: textValue,
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
};

function textValue(given: unknown, place: string): string {
  if (typeof given !== 'string') throw invalid(place, 'a text', shownJson(given));
  if (isLonger(given, EXPRESSION_LIMITS.text)) {
    throw invalid(place, `a text of at most ${EXPRESSION_LIMITS.text} characters`, given);
  }
  return storable(given);
}

function textValues(given: unknown, place: string, least: 0 | 1): readonly string[] {
  if (!Array.isArray(given) || given.length < least || given.length > EXPRESSION_LIMITS.values) {
    throw invalid(place, `an array of ${least} to ${EXPRESSION_LIMITS.values} texts`, shownJson(given));
  }
  return [...new Set(given.map((item, n) => textValue(item, `${place}[${n}]`)))];
}

function checkLevels({ value }: Condition, place: string): void {
  for (const [n, level] of Array.isArray(value) ? value.entries() : []) {
    if (CONDITION_LEVELS.some((known) => known === level)) continue;
    throw invalid(`${place}[${n}]`, `one of ${CONDITION_LEVELS.join(', ')}`, String(level));
  }
}

/** Ids may be written in all of their forms; a text that is none is that of no trace. */
function ofIds(condition: Condition): Condition {
  if (condition.type === 'string' && condition.operator === '=') {
    return { type: 'stringOptions', column: 'id', operator: 'any of', value: idsOf([condition.value]) };
  }
  if (condition.type === 'string') return { ...condition, value: condition.value.toLowerCase() };
  return condition.type === 'stringOptions' ? { ...condition, value: idsOf(condition.value) } : condition;
}

const idsOf = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => parseTraceId(text) ?? []);

/** Texts as they are, anything else as JSON; empty where there is nothing. */
const shownJson = (value: unknown = ''): string => (typeof value === 'string' ? value : JSON.stringify(value));
