import type { Choices } from './choices';
import { type Schema, bodySchema, drawn, schemaOf } from './draw-schema';
import { LONG_STRINGS, TEXTS, TIMES } from './edge-values';
import {
  type Draft,
  type FuzzContext,
  SHARED_TRACES,
  ownSpanId,
  ownTraceId,
  pathOf,
  sharedTraceId,
} from './fuzz-input';
import { type JsonNode, type JsonTree, list, object, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { LEVELS, MODELS, TYPES, spelled, usage } from './native';
import { freeValue, shortText, sometimes, usualTime } from './values';

const EVENT = itemsOf(bodySchema(pathOf('events')), 'batch');
const TRACE = memberOf(bodySchema(pathOf('native')), 'trace');
const OBSERVATION = itemsOf(bodySchema(pathOf('native')), 'observations');

/** Types of the document, then types that are refused. */
export const EVENT_TYPES = [...(memberOf(EVENT, 'type')['enum'] as readonly string[]), ...['no such type', '']];

/** Length of an id, in characters. */
const LONGEST_ID = 800;

function memberOf(schema: Schema, name: string): Schema {
  return schemaOf((schemaOf(schema)['properties'] as Readonly<Record<string, Schema>>)[name] ?? {});
}

function itemsOf(schema: Schema, name: string): Schema {
  return schemaOf(memberOf(schema, name)['items'] as Schema);
}

/** Makes a `POST /api/public/ingestion` of events of few traces and observations, within milliseconds of each other, then mutates it. */
export function eventsDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const maker = new EventMaker(context, index, choices);
  const batch = choices.many(1, 6, (n) => maker.event(n));
  const body = object({ batch: list(batch), metadata: sometimes(choices, 4, () => freeValue(choices)) });
  return {
    endpoint: 'events',
    method: 'POST',
    path: pathOf('events'),
    contentType: choices.oneIn(20) ? 'text/plain' : 'application/json',
    ...mutatedJson(body, choices),
  };
}

class EventMaker {
  readonly #choices: Choices;
  readonly #index: number;
  readonly #own: string;
  readonly #time: number;
  readonly #traces: readonly string[];
  readonly #observations: readonly string[];

  constructor({ seed }: FuzzContext, index: number, choices: Choices) {
    this.#choices = choices;
    this.#index = index;
    this.#own = `${seed}-${index}`;
    this.#time = usualTime(choices);
    const hex = choices.oneIn(12)
      ? sharedTraceId(seed, choices.below(SHARED_TRACES))
      : ownTraceId(seed, index, choices.below(2));
    this.#traces = choices.many(1, 2, () =>
      choices.oneIn(2) ? spelled(hex, choices) : this.#text(`trace ${choices.below(2)}`),
    );
    const span = ownSpanId(index, 0);
    this.#observations = choices.many(1, 3, () =>
      choices.pick([span, spelled(`${'f'.repeat(16)}${span}`, choices), this.#text('a'), this.#text('b/#?%2F')]),
    );
  }

  event(n: number): JsonTree {
    const choices = this.#choices;
    const type = choices.oneIn(25) ? choices.pick(EVENT_TYPES.slice(-2)) : choices.pick(EVENT_TYPES);
    return object({
      id: choices.oneIn(40) ? choices.pick([...LONG_STRINGS, '""', 'null', '7']) : text(this.#text(`e${n}`)),
      type: text(type),
      timestamp: this.#timestamp(),
      body: type === 'trace-create' ? this.#traceBody() : this.#observationBody(),
    });
  }

  #timestamp(): JsonTree | undefined {
    const choices = this.#choices;
    if (choices.oneIn(30)) return text(choices.pick(TIMES));
    return choices.oneIn(60) ? undefined : text(new Date(this.#time + choices.below(3)).toISOString());
  }

  /** Makes an id that no other input has, of any text, and sometimes one around the limit. */
  #text(name: string): string {
    const choices = this.#choices;
    const id = `${name} ${this.#own}${choices.oneIn(4) ? choices.pick(TEXTS) : ''}`;
    return choices.oneIn(40) ? id.padEnd(LONGEST_ID - 1 + choices.below(3), '漢') : id;
  }

  #traceBody(): JsonTree {
    const choices = this.#choices;
    return drawn(TRACE, choices, {
      path: 'trace',
      makes: {
        'trace.id': () => (choices.oneIn(10) ? choices.pick(['""', 'null']) : text(choices.pick(this.#traces))),
        'trace.metadata': () => this.#metadata(),
      },
    });
  }

  #observationBody(): JsonTree {
    const choices = this.#choices;
    const body = drawn(OBSERVATION, choices, {
      path: 'observations',
      makes: {
        'observations.id': () => (choices.oneIn(40) ? 'null' : text(choices.pick(this.#observations))),
        'observations.parentObservationId': () =>
          choices.pick(['null', '""', text(ownSpanId(this.#index, 0)), text(choices.pick(this.#observations))]),
        'observations.type': () => text(choices.pick(TYPES)),
        'observations.level': () => text(choices.pick(LEVELS)),
        'observations.model': () => text(choices.pick(MODELS)),
        'observations.metadata': () => this.#metadata(),
        ...usage(choices),
      },
    }) as JsonNode;
    // One without the other is refused.
    if (!choices.oneIn(10))
      body.members.splice(0, body.members.length, ...body.members.filter(([key]) => !key.startsWith('"prompt')));
    if (!choices.oneIn(8)) body.members.push(['"traceId"', text(choices.pick(this.#traces))]);
    return body;
  }

  /** Makes metadata of few keys, with objects and other values in the same places. */
  #metadata(depth = 4): JsonTree {
    const choices = this.#choices;
    if (choices.oneIn(10)) return freeValue(choices);
    return object(
      Object.fromEntries(
        ['x', 'y', '__proto__', 'a.b'].map((key) => [
          key,
          sometimes(choices, 2, () =>
            depth > 0 && choices.oneIn(2) ? this.#metadata(depth - 1) : text(shortText(choices, key)),
          ),
        ]),
      ),
    );
  }
}
