import type { Choices } from './choices';
import { type Draft, type FuzzContext, SHARED_TRACES, ownSpanId, ownTraceId, sharedTraceId } from './fuzz-input';
import { LONG_STRINGS } from './edge-values';
import { type JsonTree, list, number, object, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { freeObject, freeValue, shortText, sometimes, timeText } from './values';

const TYPES = ['GENERATION', 'SPAN', 'event', 'Agent', 'TOOL', 'my own type', 'ﬃ', '__proto__', ''];
const LEVELS = ['DEFAULT', 'debug', 'WARNING', 'Error'];
const MODELS = ['gpt-4o', 'claude-3-5-sonnet-20241022', 'no-such-model', '__proto__', ''];

/** Makes a `POST /v1/l/batch` with members of the contract in both spellings, then mutates it. */
export function nativeDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const traceHex = choices.oneIn(12)
    ? sharedTraceId(context.seed, choices.below(SHARED_TRACES))
    : ownTraceId(context.seed, index, 0);
  const observations = choices.many(0, 4, (place) => observation(choices, index, place, traceHex));
  const body = object({
    trace: trace(choices, traceHex),
    observations: choices.oneIn(12) ? undefined : list(observations),
  });
  return {
    endpoint: 'native',
    method: 'POST',
    path: '/v1/l/batch',
    contentType: choices.oneIn(20) ? 'text/plain' : 'application/json',
    ...mutatedJson(body, choices),
  };
}

/** Writes an id of 32 hex digits in one of the accepted spellings. */
export function spelled(hex: string, choices: Choices): string {
  const dashed = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return choices.pick([dashed, hex, dashed.toUpperCase(), hex.toUpperCase()]);
}

function trace(choices: Choices, hex: string): JsonTree {
  const short = (name: string): JsonTree | undefined => sometimes(choices, 2, () => text(shortText(choices, name)));
  return object({
    id: text(spelled(hex, choices)),
    timestamp: sometimes(choices, 2, () => text(timeText(choices))),
    name: short('name'),
    userId: short('user'),
    user_id: sometimes(choices, 6, () => text(shortText(choices, 'user'))),
    session_id: short('session'),
    sessionId: sometimes(choices, 6, () => text(shortText(choices, 'session'))),
    release: short('release'),
    version: short('version'),
    environment: short('environment'),
    tags: sometimes(choices, 2, () => list(choices.many(0, 4, () => text(shortText(choices, 'tag'))))),
    metadata: sometimes(choices, 2, () => freeObject(choices)),
    public: sometimes(choices, 4, () => choices.pick(['true', 'false', 'null'])),
    input: sometimes(choices, 3, () => freeValue(choices)),
    output: sometimes(choices, 3, () => freeValue(choices)),
  });
}

function observation(choices: Choices, index: number, place: number, traceHex: string): JsonTree {
  const span = ownSpanId(index, place);
  const short = (name: string): JsonTree | undefined => sometimes(choices, 3, () => text(shortText(choices, name)));
  const value = (): JsonTree | undefined => sometimes(choices, 2, () => freeValue(choices));
  return object({
    id: text(choices.oneIn(2) ? span : spelled(`${'f'.repeat(16)}${span}`, choices)),
    traceId: sometimes(choices, 3, () => text(spelled(traceHex, choices))),
    type: sometimes(choices, 2, () => text(choices.pick(TYPES))),
    name: short('observation'),
    startTime: sometimes(choices, 2, () => text(timeText(choices))),
    endTime: sometimes(choices, 2, () => text(timeText(choices))),
    completionStartTime: sometimes(choices, 5, () => text(timeText(choices))),
    parentObservationId: sometimes(choices, 2, () =>
      choices.pick(['null', '""', text(ownSpanId(index, 0)), text(span), text('0'.repeat(16))]),
    ),
    model: sometimes(choices, 2, () => text(choices.pick(MODELS))),
    modelParameters: sometimes(choices, 4, () => freeObject(choices, 1)),
    input: value(),
    output: value(),
    metadata: sometimes(choices, 3, () => freeObject(choices)),
    level: sometimes(choices, 4, () => text(choices.pick(LEVELS))),
    statusMessage: sometimes(choices, 6, () => (choices.oneIn(3) ? choices.pick(LONG_STRINGS) : text('done'))),
    version: short('version'),
    environment: short('environment'),
    ...usage(choices),
  });
}

function usage(choices: Choices): Record<string, JsonTree | undefined> {
  const count = (): JsonTree => choices.pick([number(choices.below(5000)), '0', '10.0', '"7"', '1000000000000']);
  const counts = (...names: readonly string[]): JsonTree =>
    object(Object.fromEntries(names.map((name) => [name, sometimes(choices, 2, count)])));
  const cost = (): JsonTree => choices.pick(['0', '0.001', '1e-12', '1e-20', '1000000000', '3']);
  return {
    promptTokens: sometimes(choices, 3, count),
    completionTokens: sometimes(choices, 3, count),
    totalTokens: sometimes(choices, 4, count),
    usage: sometimes(choices, 6, () => counts('input', 'output', 'total', 'prompt_tokens', 'unit', 'totalCost')),
    usageDetails: sometimes(choices, 5, () =>
      choices.oneIn(4)
        ? object({ prompt_tokens: count(), prompt_tokens_details: counts('cached_tokens', '__proto__', 'x') })
        : counts('input', 'input_cached_tokens', 'output', 'output_reasoning_tokens', 'total', '__proto__', 'audio'),
    ),
    costDetails: sometimes(choices, 5, () =>
      object({ input: cost(), output: sometimes(choices, 2, cost), total: sometimes(choices, 2, cost) }),
    ),
  };
}
