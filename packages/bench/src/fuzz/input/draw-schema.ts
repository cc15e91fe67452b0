import { openApiDocument } from '@sluice/api';
import type { Choices } from './choices';
import { LONG_STRINGS } from './edge-values';
import { type JsonTree, list, number, object, text, toText } from './json-tree';
import { freeObject, freeValue, shortText, timeText } from './values';

/** JSON Schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface DrawOptions {
  /**
   * Values that the schema does not describe, such as ids of the run: by the path of a member (`observations.id`), or by the name of a
   * schema (`TraceId`).
   */
  readonly makes?: Readonly<Record<string, () => JsonTree>>;
  /** Set for a value with every optional member, and with one item in each list. */
  readonly whole?: boolean;
  /** Path of the value itself; default: empty. */
  readonly path?: string;
}

const MAX_INTEGER = 60;
const NUMBERS = ['0.5', '-0', '-1e3', '1e308', '5e-324', '1e-400', '123456789.125'];

/** Draws a value that mostly fits a schema. Only requests are made by it: no answer is compared with what it draws. */
export function drawn(schema: Schema, choices: Choices, options: DrawOptions = {}): JsonTree {
  return new SchemaReader(choices, options).value(schema, options.path ?? '');
}

/** Schema of the JSON body of a POST. */
export function bodySchema(path: string): Schema {
  const schema = openApiDocument.paths[path]?.post?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`the document has no body of POST ${path}`);
  return schema;
}

/** The schema that a reference names, or the schema itself. */
export function schemaOf(schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (openApiDocument.components.schemas[nameOf($ref)] ?? {}) : schema;
}

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

class SchemaReader {
  readonly #choices: Choices;
  readonly #makes: Readonly<Record<string, () => JsonTree>>;
  readonly #whole: boolean;

  constructor(choices: Choices, { makes = {}, whole = false }: DrawOptions) {
    this.#choices = choices;
    this.#whole = whole;
    const time = (): JsonTree => text(timeText(choices));
    this.#makes = { Time: time, WindowTime: time, ...makes };
  }

  value(schema: Schema, path: string): JsonTree {
    const { $ref, oneOf, anyOf = oneOf, type, enum: listed, const: only } = schema;
    const name = typeof $ref === 'string' ? nameOf($ref) : '';
    const make = this.#makes[path] ?? this.#makes[name];
    if (make !== undefined) return make();
    if (name !== '') return this.value(schemaOf(schema), path);
    if (Array.isArray(anyOf)) return this.value(this.#choices.pick((anyOf as Schema[]).filter(isNoNull)), path);
    if (only !== undefined) return JSON.stringify(only);
    if (Array.isArray(listed)) return JSON.stringify(this.#choices.pick(listed));
    return this.#typed(Array.isArray(type) ? type[0] : type, schema, path);
  }

  #typed(type: unknown, schema: Schema, path: string): JsonTree {
    const choices = this.#choices;
    const { minimum = 0, items, contentSchema, examples } = schema;
    switch (type) {
      case 'object':
        return this.#object(schema, path);
      case 'array':
        return list(this.#many(() => this.value((items ?? {}) as Schema, path)));
      case 'integer':
        return number(Number(minimum) + choices.below(MAX_INTEGER));
      case 'number':
        return choices.pick([number(choices.below(1000)), ...NUMBERS]);
      case 'boolean':
        return choices.pick(['true', 'false']);
      case 'string':
        if (contentSchema !== undefined) return text(toText(this.value(contentSchema as Schema, path)));
        if (Array.isArray(examples) && choices.oneIn(2)) return JSON.stringify(choices.pick(examples));
        return choices.oneIn(40) ? choices.pick(LONG_STRINGS) : text(shortText(choices, fieldOf(path)));
      default:
        return freeValue(choices);
    }
  }

  #object({ properties, required = [], additionalProperties }: Schema, path: string): JsonTree {
    if (properties === undefined && additionalProperties !== undefined) return freeObject(this.#choices);
    const members = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).map(([name, schema]) => {
      const isSent = this.#whole || (required as readonly string[]).includes(name) || this.#choices.oneIn(3);
      return [name, isSent ? this.value(schema, path === '' ? name : `${path}.${name}`) : undefined] as const;
    });
    return object(Object.fromEntries(members));
  }

  #many(make: () => JsonTree): JsonTree[] {
    return this.#whole ? [make()] : this.#choices.many(0, 4, make);
  }
}

const isNoNull = ({ type }: Schema): boolean => type !== 'null';

/** Returns the field of the last member of a path, in the spelling of parameters: `sessionId` for `trace.session_id`. */
const fieldOf = (path: string): string =>
  path.slice(path.lastIndexOf('.') + 1).replace(/_[a-z]/g, (letter) => letter.charAt(1).toUpperCase());
