import { createHash } from 'node:crypto';
import { dashed } from '@sluice/record';
import { IN_PAIRS, begun, ended, isSecond, nativeRequest } from './native-pairs';
import { type ItemRef, type Workload, itemName, observationLine } from './workload';

const OBSERVATIONS = 4;
const MODEL = 'claude-sonnet-4-5';

/**
 * Client of the native endpoint: for every trace one request has the starts, another one the ends, outputs and tokens. They do not
 * contradict each other, so that their order does not matter.
 */
export function nativeWorkload(options: {
  readonly number: number;
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly start: number;
  /** Ids of the first traces, which others have sent before. */
  readonly traceIds?: readonly string[];
}): Workload {
  const { number, run, start, traceIds = [] } = options;
  const client = `native-${number}`;
  const id = (text: string): string =>
    dashed(createHash('sha1').update(`${run} ${client} ${text}`).digest('hex').slice(0, 32));
  const traceId = (group: number): string => traceIds[group] ?? id(`trace ${group}`);

  function observationOf({ group, index }: ItemRef) {
    const name = itemName(client, { group, index });
    return {
      id: id(`observation ${name}`),
      name,
      type: 'GENERATION',
      model: MODEL,
      start: start + group * 1_000 + index,
      parentId: index === 0 ? null : id(`observation ${itemName(client, { group, index: 0 })}`),
      input: { question: `of ${name}` },
      end: start + group * 1_000 + 50_000 + index,
      output: { answer: `to ${name}` },
      inputTokens: 10 + index,
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
        return { id: observationId, name, ...(isSecond(requestNumber) ? ended(all) : { ...begun(all), input }) };
      });
      const trace = isSecond(requestNumber)
        ? { id: traceId(group), tags: ['finished'] }
        : { id: traceId(group), name: client, userId: `user-${group % 100}`, tags: ['started'] };
      return nativeRequest(trace, observations);
    },
    expected(item, applied) {
      const isBegun = applied.has(2 * item.group);
      const isEnded = applied.has(2 * item.group + 1);
      if (!(isBegun || isEnded) || item.index >= OBSERVATIONS) return undefined;
      const all = observationOf(item);
      const { type, model, start: started, parentId } = all;
      const first = { type, model, start: started, parentId, input: JSON.stringify(all.input) };
      const notYetBegun = { type: null, model: null, start: null, parentId: null, input: null };
      const later = {
        end: all.end,
        output: JSON.stringify(all.output),
        inputTokens: all.inputTokens,
        outputTokens: all.outputTokens,
      };
      const notYetEnded = { end: null, output: null, inputTokens: null, outputTokens: null };
      return observationLine({
        id: all.id,
        traceId: traceId(item.group),
        ...(isBegun ? first : notYetBegun),
        ...(isEnded ? later : notYetEnded),
      });
    },
  };
}
