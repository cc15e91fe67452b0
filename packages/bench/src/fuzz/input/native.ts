import type { Choices } from './choices';
import { bodySchema, drawn } from './draw-schema';
import {
  type Draft,
  type FuzzContext,
  SHARED_TRACES,
  ownSpanId,
  ownTraceId,
  pathOf,
  sharedTraceId,
} from './fuzz-input';
import { type JsonTree, number, object, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { sometimes } from './values';

export const TYPES = ['GENERATION', 'SPAN', 'event', 'Agent', 'TOOL', 'my own type', 'ﬃ', '__proto__', ''];
export const LEVELS = ['DEFAULT', 'debug', 'WARNING', 'Error'];
export const MODELS = ['gpt-4o', 'claude-3-5-sonnet-20241022', 'no-such-model', '__proto__', ''];
const COSTS = ['0', '0.001', '1e-12', '1e-20', '1000000000', '3'];

const SCHEMA = bodySchema(pathOf('native'));

/** Makes a `POST /v1/l/batch` with members of the document, then mutates it. */
export function nativeDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const traceHex = choices.oneIn(12)
    ? sharedTraceId(context.seed, choices.below(SHARED_TRACES))
    : ownTraceId(context.seed, index, 0);
  let spans = 0;
  const traceId = (): JsonTree => text(spelled(traceHex, choices));
  const span = (): string => ownSpanId(index, Math.max(0, spans - 1));
  const body = drawn(SCHEMA, choices, {
    makes: {
      TraceId: traceId,
      'observations.id': () => {
        spans += 1;
        return text(choices.oneIn(2) ? span() : spelled(`${'f'.repeat(16)}${span()}`, choices));
      },
      'observations.parentObservationId': () =>
        choices.pick(['null', '""', text(ownSpanId(index, 0)), text(span()), text('0'.repeat(16))]),
      'observations.type': () => text(choices.pick(TYPES)),
      'observations.level': () => text(choices.pick(LEVELS)),
      'observations.model': () => text(choices.pick(MODELS)),
      ...usage(choices),
    },
  });
  return {
    endpoint: 'native',
    method: 'POST',
    path: pathOf('native'),
    contentType: choices.oneIn(20) ? 'text/plain' : 'application/json',
    ...mutatedJson(body, choices),
  };
}

/** Writes an id of 32 hex digits in one of the accepted spellings. */
export function spelled(hex: string, choices: Choices): string {
  const dashed = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return choices.pick([dashed, hex, dashed.toUpperCase(), hex.toUpperCase()]);
}

/** Makes token counts and costs, whose members have names of usage types. */
export function usage(choices: Choices): Readonly<Record<string, () => JsonTree>> {
  const count = (): JsonTree => choices.pick([number(choices.below(5000)), '0', '10.0', '"7"', '1000000000000']);
  const counts = (...names: readonly string[]): JsonTree =>
    object(Object.fromEntries(names.map((name) => [name, sometimes(choices, 2, count)])));
  const cost = (): JsonTree => choices.pick(COSTS);
  return {
    TokenCount: count,
    Usd: cost,
    'observations.usage': () => counts('input', 'output', 'total', 'prompt_tokens', 'unit', 'totalCost'),
    'observations.usageDetails': () =>
      choices.oneIn(4)
        ? object({ prompt_tokens: count(), prompt_tokens_details: counts('cached_tokens', '__proto__', 'x') })
        : counts('input', 'input_cached_tokens', 'output', 'output_reasoning_tokens', 'total', '__proto__', 'audio'),
    'observations.costDetails': () =>
      object({ input: cost(), output: sometimes(choices, 2, cost), total: sometimes(choices, 2, cost) }),
  };
}
