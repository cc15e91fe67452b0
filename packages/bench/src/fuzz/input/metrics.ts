import type { Choices } from './choices';
import { bodySchema, drawn } from './draw-schema';
import { type Draft, type FuzzContext, pathOf } from './fuzz-input';
import { KEYS, LONG_STRINGS, TEXTS } from './edge-values';
import { type JsonTree, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { sometimes } from './values';

/** Names of most points, so that queries find some. */
export const METRIC_NAMES = ['queue_depth', 'latency', 'errors', 'tokens', '__proto__', 'it\'s "odd" \\ 😀'];
export const LABEL_NAMES = ['queue', 'region', '__proto__', 'a.b', '"', 'é'];

const SCHEMA = bodySchema(pathOf('metrics'));

/** Makes a `POST /v1/metrics/batch` of points, then mutates it. */
export function metricsDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const name = (): JsonTree => {
    if (choices.oneIn(30)) return choices.pick(LONG_STRINGS);
    return text(choices.pick(choices.oneIn(10) ? [`own-${context.seed}-${index}`, ...TEXTS] : METRIC_NAMES));
  };
  const body = drawn(SCHEMA, choices, {
    makes: { 'metrics.name': name, 'metrics.labels': () => labels(choices) },
  });
  return {
    endpoint: 'metrics',
    method: 'POST',
    path: pathOf('metrics'),
    contentType: 'application/json',
    idempotencyKey: sometimes(choices, 10, () => `${choices.pick(['key', '"', 'é'])}-${context.seed}-${index}`),
    ...mutatedJson(body, choices),
  };
}

function labels(choices: Choices): JsonTree {
  const members = choices.many(0, 4, (): [string, JsonTree] => [
    JSON.stringify(choices.oneIn(8) ? choices.pick(KEYS) : choices.pick(LABEL_NAMES)),
    choices.oneIn(25)
      ? choices.pick(LONG_STRINGS)
      : text(choices.oneIn(4) ? choices.pick(TEXTS) : `v${choices.below(8)}`),
  ]);
  if (choices.oneIn(60)) {
    for (let label = choices.pick([63, 64, 65]); label > 0; label -= 1) members.push([`"l${label}"`, '"v"']);
  }
  return { kind: 'members', members };
}
