import { SCORE_TYPES } from '@sluice/record';
import type { Choices } from './choices';
import { bodySchema, drawn } from './draw-schema';
import { TEXTS } from './edge-values';
import { type Draft, type FuzzContext, ownSpanId, ownTraceId, pathOf } from './fuzz-input';
import { type JsonTree, text } from './json-tree';
import { mutatedJson } from './mutate-json';
import { spelled } from './native';

const SCHEMA = bodySchema(pathOf('scores'));
const VALUES = ['0', '1', '0.5', '-1e3', 'true', 'false', '"good"', '""'];

/** Makes a `POST /api/public/scores` of one score or a list, then mutates it. */
export function scoresDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  let scores = 0;
  const ownId = (): string => choices.pick([`score-${context.seed}-${index}-${scores}`, ownSpanId(index, scores)]);
  const id = (): JsonTree => {
    scores += 1;
    if (choices.oneIn(4)) return choices.pick(['null', '""', text(choices.pick(TEXTS))]);
    return text(ownId());
  };
  const body = drawn(SCHEMA, choices, {
    makes: {
      id,
      traceId: () =>
        text(choices.oneIn(8) ? choices.pick(TEXTS) : spelled(ownTraceId(context.seed, index, 0), choices)),
      observationId: () => text(choices.oneIn(8) ? choices.pick(TEXTS) : ownSpanId(index, 0)),
      value: () => choices.pick(VALUES),
      dataType: () => (choices.oneIn(3) ? JSON.stringify(choices.pick(SCORE_TYPES)) : 'null'),
      source: () => (choices.oneIn(8) ? '"ANNOTATION"' : '"API"'),
      configId: () => (choices.oneIn(8) ? '"none"' : '""'),
    },
  });
  return {
    endpoint: 'scores',
    method: 'POST',
    path: pathOf('scores'),
    contentType: 'application/json',
    ...mutatedJson(body, choices),
  };
}
