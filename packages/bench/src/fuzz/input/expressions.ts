import { OUTCOMES } from '@sluice/record';
import type { Choices } from './choices';
import { type DrawOptions, type Schema, drawn, schemaOf } from './draw-schema';
import { KEY_LITERALS, TOKENS } from './edge-values';
import { type JsonTree, list, number, object, text, toText } from './json-tree';
import { mutateMembers } from './mutate-json';
import { LEVELS, MODELS, TYPES } from './native';
import { shortText } from './values';

type Makes = NonNullable<DrawOptions['makes']>;

interface ConditionSchema extends Schema {
  readonly properties: Readonly<Record<'type' | 'column' | 'operator' | 'key' | 'value', Schema | undefined>>;
}

/** Differences to a limit that are drawn. */
const AROUND = [-1, 0, 1];

/**
 * Makes the text of a filter expression from the schema of its parameter: mostly a few conditions with values that were sent, sometimes
 * as many, as long and as deep as the limits allow, or beyond them, and sometimes changed as the bodies are.
 * @param makes values of columns, by name
 */
export function expressionText(schema: Schema, choices: Choices, makes: Makes): string {
  if (choices.oneIn(25)) return toText(choices.pick(TOKENS));
  const { maxLength, contentSchema } = schema;
  const draw = new Conditions(choices, { ...columnsOf(choices), ...makes });
  const conditions = draw.conditions(contentSchema as Schema, 0);
  const tree = list(conditions);
  if (choices.oneIn(4)) mutateMembers(tree, choices);
  const whole = toText(tree);
  if (!choices.oneIn(20) || conditions.length === 0) return whole;
  // Members that a condition does not have are ignored: they make an expression of any length.
  const [begin, end] = ['[{"x":"', `",${whole.slice(2)}`];
  const filled = Number(maxLength) + choices.pick(AROUND) - begin.length - end.length;
  return `${begin}${'x'.repeat(Math.max(0, filled))}${end}`;
}

class Conditions {
  readonly #choices: Choices;
  readonly #makes: Makes;

  constructor(choices: Choices, makes: Makes) {
    this.#choices = choices;
    this.#makes = makes;
  }

  /** Makes conditions of the items of a list: at least `least`, or around the most that the list may have. */
  conditions({ maxItems, items }: Schema, least: 0 | 1): JsonTree[] {
    const choices = this.#choices;
    const size = choices.oneIn(8) ? Number(maxItems) + choices.pick(AROUND) : least + choices.below(3);
    return Array.from({ length: size }, () => this.#condition(items as Schema));
  }

  #condition(schema: Schema): JsonTree {
    const choices = this.#choices;
    const { properties } = choices.pick(schemaOf(schema).anyOf as readonly ConditionSchema[]);
    const column = choices.pick(properties.column?.enum as readonly string[]);
    return object({
      type: text(properties.type?.const as string),
      column: text(column),
      key: properties.key && this.#key(properties.key),
      operator: text(choices.pick(properties.operator?.enum as readonly string[])),
      value: properties.value === undefined ? choices.pick(['""', 'null']) : this.#value(properties.value, column),
    });
  }

  #value(schema: Schema, column: string): JsonTree {
    const choices = this.#choices;
    const { type, items, maxItems, maxLength } = schema;
    if (type === 'array') {
      if ('anyOf' in schemaOf(items as Schema)) return list(this.conditions(schema, 1));
      if (!choices.oneIn(12)) return list(choices.many(1, 3, () => this.#value(items as Schema, column)));
      return list(Array.from({ length: Number(maxItems) + choices.pick(AROUND) }, (_, n) => text(`v${n}`)));
    }
    if (type === 'string' && choices.oneIn(12)) return longText(Number(maxLength), choices);
    return drawn(schema, choices, { makes: this.#makes, path: column });
  }

  #key({ maxLength }: Schema): JsonTree {
    const choices = this.#choices;
    if (choices.oneIn(12)) return longText(Number(maxLength), choices);
    return choices.oneIn(5) ? choices.pick(KEY_LITERALS) : text(`k${choices.below(5)}`);
  }
}

/** Text around a limit, of characters of one or of four bytes. */
const longText = (limit: number, choices: Choices): JsonTree =>
  text((choices.oneIn(4) ? '😀' : 'x').repeat(limit + choices.pick(AROUND)));

/** Values of columns that are named otherwise where they are sent, or that have few words. */
function columnsOf(choices: Choices): Makes {
  const name = (): JsonTree => text(shortText(choices, 'name'));
  const model = (): JsonTree => text(choices.pick(MODELS));
  const tag = (): JsonTree => text(shortText(choices, 'tags'));
  const measure = (): JsonTree => choices.pick(['0', '0.5', '-1', '1e308', '5e-324', number(choices.below(5000))]);
  return {
    ...{ toolName: name, traceName: name, traceTags: tag, model, providedModelName: model },
    ...{ latency: measure, totalCost: measure, totalTokens: measure, promptVersion: measure },
    type: () => text(choices.pick(TYPES)),
    level: () => text(choices.pick(['ERROR', 'WARNING', ...LEVELS])),
    outcome: () => text(choices.pick([...OUTCOMES, 'none'])),
  };
}
