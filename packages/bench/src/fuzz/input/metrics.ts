import type { Choices } from './choices';
import type { Draft, FuzzContext } from './fuzz-input';
import { KEYS, LONG_STRINGS, TEXTS } from './edge-values';
import { type JsonTree, list, number, object, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { sometimes, timeText } from './values';

/** Names of most points, so that queries find some. */
export const METRIC_NAMES = ['queue_depth', 'latency', 'errors', 'tokens', '__proto__', 'it\'s "odd" \\ 😀'];
export const LABEL_NAMES = ['queue', 'region', '__proto__', 'a.b', '"', 'é'];

/** Makes a `POST /v1/metrics/batch` of points, then mutates it. */
export function metricsDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const body = object({ metrics: list(choices.many(0, 5, () => point(context, index, choices))) });
  return {
    endpoint: 'metrics',
    method: 'POST',
    path: '/v1/metrics/batch',
    contentType: 'application/json',
    idempotencyKey: sometimes(choices, 10, () => `${choices.pick(['key', '"', 'é'])}-${context.seed}-${index}`),
    ...mutatedJson(body, choices),
  };
}

function point(context: FuzzContext, index: number, choices: Choices): JsonTree {
  const name = choices.oneIn(10)
    ? choices.pick([`own-${context.seed}-${index}`, ...TEXTS])
    : choices.pick(METRIC_NAMES);
  return object({
    name: choices.oneIn(30) ? choices.pick(LONG_STRINGS) : text(name),
    labels: choices.oneIn(4) ? undefined : labels(choices),
    value: choices.pick([
      number(choices.below(1000)),
      '0.5',
      '-0',
      '-1e3',
      '1e308',
      '5e-324',
      '1e-400',
      '123456789.125',
    ]),
    timestamp: sometimes(choices, 2, () => text(timeText(choices))),
  });
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
