import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';
import { IN_PAIRS, begun, ended, isSecond, nativeRequest } from './native-pairs';
import { type ItemRef, type Workload, itemName, observationLine } from './workload';

/** Steps of a run; each is a group of items. */
const STEPS = 8;
const OBSERVATIONS = 2;
const MODEL = 'claude-sonnet-4-5';

/** Characters that need escapes or several bytes, as in what tools return. */
const RESULT = 'é漢\u{1F600} "quoted" C:\\temp\\n\n\t';

/**
 * Client of the native endpoint that sends runs of an agent: each observation of a step has the whole conversation so far. A step is sent as
 * it begins, and again with its input and output as it ends. Clients with the same `run` send steps of the same traces, so that they compete
 * for one trace and repeat each other's texts.
 */
export function agentWorkload(options: {
  readonly number: number;
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly start: number;
}): Workload {
  const { number, run, start } = options;
  const client = `agent-${number}`;
  const hash = (text: string) => createHash('sha512').update(`${run} ${text}`).digest();
  const id = (text: string): string => dashed(hash(text).toString('hex').slice(0, 32));
  const runOf = (group: number): number => Math.floor(group / STEPS);

  /** Messages of a run before the answer of a step. */
  const conversation = (group: number) =>
    Array.from({ length: 2 * (group % STEPS) + 2 }, (_, index) => {
      const lines = Array.from({ length: 10 }, (__, line) =>
        hash(`${runOf(group)} ${index} ${line}`).toString('base64'),
      );
      return { role: index % 2 === 0 ? 'user' : 'assistant', content: `${lines.join('\n')}${RESULT}` };
    });

  function observationOf(item: ItemRef) {
    const { group, index } = item;
    const name = itemName(client, item);
    const messages = conversation(group);
    const answer = { role: 'assistant', content: `answer to ${name}` };
    return {
      id: id(`observation ${name}`),
      name,
      type: index === 0 ? 'CHAIN' : 'GENERATION',
      model: MODEL,
      start: start + group * 1_000 + index,
      parentId: index === 0 ? null : id(`observation ${itemName(client, { group, index: 0 })}`),
      input: index === 0 ? { state: { messages } } : messages,
      end: start + group * 1_000 + 50_000 + index,
      output: { messages: [...messages, answer] },
      inputTokens: 1_000 + index,
      outputTokens: 1 + (group % 50),
    };
  }

  return {
    client,
    ...IN_PAIRS,
    itemsPerGroup: OBSERVATIONS,
    request(requestNumber) {
      const group = IN_PAIRS.groupOf(requestNumber);
      const observations = Array.from({ length: OBSERVATIONS }, (_, index) => {
        const all = observationOf({ group, index });
        const { id: observationId, name, input } = all;
        return { id: observationId, name, input, ...(isSecond(requestNumber) ? ended(all) : begun(all)) };
      });
      return nativeRequest({ id: id(`agent run ${runOf(group)}`), tags: ['agent'] }, observations);
    },
    expected(item, applied) {
      const isBegun = applied.has(2 * item.group);
      const isEnded = applied.has(2 * item.group + 1);
      if (!(isBegun || isEnded) || item.index >= OBSERVATIONS) return undefined;
      const { type, model, start: started, parentId, end, inputTokens, outputTokens, ...all } = observationOf(item);
      return observationLine({
        id: all.id,
        traceId: id(`agent run ${runOf(item.group)}`),
        input: JSON.stringify(all.input),
        ...(isBegun
          ? { type, model, start: started, parentId }
          : { type: null, model: null, start: null, parentId: null }),
        ...(isEnded
          ? { end, inputTokens, outputTokens, output: JSON.stringify(all.output) }
          : { end: null, inputTokens: null, outputTokens: null, output: null }),
      });
    },
  };
}
