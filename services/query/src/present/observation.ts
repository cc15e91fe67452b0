import { PUBLIC_OBSERVATION_FIELDS, fieldsOf } from '@sluice/record';
import type { Observation, StoredText } from '@sluice/store/read';
import { spliceObject } from './splice';
import { presentSeconds, presentTime } from './times';

const SHORT_FIELDS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'time', 'parent');
const LONG_TEXTS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'longText');
const FREE_FORM = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'json', 'members');

/** What the Langfuse API answers beside an observation that is asked for by itself; nothing here has these. */
const OF_LANGFUSE = {
  modelId: null,
  inputPrice: null,
  outputPrice: null,
  totalPrice: null,
  promptId: null,
  promptName: null,
  promptVersion: null,
};

/** An observation that is asked for by itself, in fragments (contract: Reading traces). */
export const presentAlone = (observation: Observation, projectId: string): StoredText[] =>
  presentObservation(observation, { projectId, ...OF_LANGFUSE });

/** An observation as it is answered, in fragments (spec 2.3; contract: Reading traces). */
export function presentObservation(observation: Observation, more: object = {}): StoredText[] {
  const { startTime, endTime, completionStartTime } = observation;
  const [input, output, total] = [
    observation.inputTokens ?? 0,
    observation.outputTokens ?? 0,
    observation.totalTokens ?? 0,
  ];
  const core = {
    id: observation.id,
    traceId: observation.traceId,
    ...shortFields(observation),
    latency: endTime === null ? null : presentSeconds(endTime - startTime),
    timeToFirstToken:
      completionStartTime === null ? null : presentSeconds(Math.max(0, completionStartTime - startTime)),
    unit: 'TOKENS',
    // Exactly these three (spec 2.3): no client of the Langfuse API needs the `unit` that it repeats in here.
    usage: { input, output, total },
    promptTokens: input,
    completionTokens: output,
    totalTokens: total,
    calculatedInputCost: observation.inputCost,
    calculatedOutputCost: observation.outputCost,
    calculatedTotalCost: observation.totalCost ?? 0,
    createdAt: presentTime(observation.createdAt),
    updatedAt: presentTime(observation.updatedAt),
    ...(observation.sizes && { sizes: observation.sizes }),
    ...more,
  };
  return spliceObject(core, [
    ...texts(observation, LONG_TEXTS),
    ['usageDetails', usageDetails(observation)],
    ['costDetails', observation.costDetails ?? JSON.stringify(computedCost(observation))],
    ...texts(observation, FREE_FORM),
  ]);
}

/** In their order; numbers are times. */
function shortFields(observation: Observation): object {
  const fields: Record<string, string | null> = {};
  for (const name of SHORT_FIELDS) {
    const value = observation[name];
    fields[name === 'parentId' ? 'parentObservationId' : name] = typeof value === 'number' ? presentTime(value) : value;
  }
  return fields;
}

const texts = (observation: Observation, names: typeof LONG_TEXTS | typeof FREE_FORM): [string, StoredText][] =>
  names.map((name) => [name, observation[name] ?? (name === 'metadata' ? '{}' : 'null')]);

/**
 * The buckets as sent and their total, which is the sum where none was sent. More buckets than can be held are answered
 * as they are stored.
 */
function usageDetails({ usageDetails: text, totalTokens }: Observation): StoredText {
  if (text !== null && typeof text !== 'string') return text;
  // null: sent as none.
  const sent = Object.entries(text === null ? {} : (JSON.parse(text) as Record<string, number | null>));
  const buckets = Object.fromEntries(sent.filter(([, count]) => count !== null));
  return JSON.stringify(totalTokens === null ? buckets : { ...buckets, total: totalTokens });
}

function computedCost({ inputCost, outputCost, totalCost }: Observation): object {
  return {
    ...(inputCost !== null && { input: inputCost }),
    ...(outputCost !== null && { output: outputCost }),
    ...(totalCost !== null && { total: totalCost }),
  };
}
