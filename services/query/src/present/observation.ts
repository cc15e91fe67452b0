import {
  PUBLIC_OBSERVATION_FIELDS,
  USAGE_ATTRIBUTES,
  answeredUsageType,
  fieldsOf,
  joinMembers,
  parseJson,
  splitMembers,
} from '@sluice/record';
import type { Observation, StoredText } from '@sluice/store/read';
import { presentSeconds, presentTime } from './times';

/** Pairs field names with their keys in JSON. */
const keyed = <Name extends string>(names: readonly Name[]): readonly (readonly [name: Name, key: string])[] =>
  names.map((name) => [name, `,"${name === 'parentId' ? 'parentObservationId' : name}":`]);

const SHORT_FIELDS = keyed(fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'integer', 'time', 'parent'));
const TIMES: ReadonlySet<string> = new Set(fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'time'));
const TEXTS = keyed([
  ...fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'longText'),
  'usageDetails',
  'costDetails',
  ...fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'json', 'members'),
]);

/** Members of a single observation in the Langfuse API that Sluice has no values for. */
const OF_LANGFUSE = {
  modelId: null,
  inputPrice: null,
  outputPrice: null,
  totalPrice: null,
  promptId: null,
};

/** Form of observations in a response. */
export interface ObservationForm {
  /** Whether to write as clients of the Langfuse API expect: `usage` has its unit, model parameters are text or numbers (contract: Ids). */
  readonly asSent: boolean;
}

/** Form of the contract. */
const PLAIN: ObservationForm = { asSent: false };

export interface AloneForm extends ObservationForm {
  readonly projectId: string;
}

/** Writes a single observation, in fragments (contract: Reading traces). */
export const presentAlone = (observation: Observation, { projectId, asSent }: AloneForm): StoredText[] =>
  presentObservation(
    observation,
    { asSent },
    `,"projectId":${JSON.stringify(projectId)},${JSON.stringify(OF_LANGFUSE).slice(1, -1)}`,
  );

/**
 * Writes an observation, in fragments (spec 2.3; contract: Reading traces). A trace has many, so the text is concatenated: `JSON.stringify`
 * of an object made for it takes several times as long.
 * @param more further members, each with a comma before it
 */
export function presentObservation(observation: Observation, { asSent } = PLAIN, more = ''): StoredText[] {
  const fragments: StoredText[] = [];
  let text = shortFields(observation, asSent ? UNIT : '') + more;
  for (const [name, key] of TEXTS) {
    const value = asSent && name === 'modelParameters' ? parametersAsText(observation) : textOf(name, observation);
    text += key;
    if (typeof value === 'string') text += value;
    else {
      fragments.push(text, value);
      text = '';
    }
  }
  fragments.push(`${text}}`);
  return fragments;
}

/** Member of `usage` that clients of the Langfuse API read: for all others `usage` has exactly the three other members (spec 2.3). */
const UNIT = ',"unit":"TOKENS"';

/**
 * Writes all short members, without the end of the object.
 * @param unit of `usage`, a member with a comma before it
 */
function shortFields(observation: Observation, unit: string): string {
  const { startTime, endTime, completionStartTime, inputBytes, outputBytes, metadataBytes } = observation;
  const input = observation.inputTokens ?? 0;
  const output = observation.outputTokens ?? 0;
  const total = observation.totalTokens ?? 0;
  let text = `{"id":${JSON.stringify(observation.id)},"traceId":${JSON.stringify(observation.traceId)}`;
  for (const [name, key] of SHORT_FIELDS) {
    const value = observation[name];
    text +=
      key +
      (value === null
        ? 'null'
        : typeof value === 'number' && TIMES.has(name)
          ? timeText(value)
          : JSON.stringify(value));
  }
  text +=
    `,"latency":${endTime === null ? null : presentSeconds(endTime - startTime)}` +
    `,"timeToFirstToken":${completionStartTime === null ? null : presentSeconds(Math.max(0, completionStartTime - startTime))}` +
    `,"unit":"TOKENS","usage":{"input":${input},"output":${output},"total":${total}${unit}}` +
    `,"promptTokens":${input},"completionTokens":${output},"totalTokens":${total}` +
    `,"calculatedInputCost":${observation.inputCost},"calculatedOutputCost":${observation.outputCost}` +
    `,"calculatedTotalCost":${observation.totalCost ?? 0}` +
    `,"createdAt":${timeText(observation.createdAt)},"updatedAt":${timeText(observation.updatedAt)}`;
  if (observation.costSource !== null) text += `,"costSource":${JSON.stringify(observation.costSource)}`;
  if (observation.countedIn !== null) text += `,"countedIn":"${observation.countedIn}"`;
  if (inputBytes === undefined) return text;
  return `${text},"sizes":{"input":${inputBytes},"output":${outputBytes},"metadata":${metadataBytes}}`;
}

const timeText = (micros: number): string => `"${presentTime(micros)}"`;

/** Returns one of the texts that may be long, as JSON. */
function textOf(name: (typeof TEXTS)[number][0], observation: Observation): StoredText {
  if (name === 'usageDetails') return usageDetails(observation);
  if (name === 'costDetails') return costDetails(observation);
  return observation[name] ?? (name === 'metadata' ? '{}' : 'null');
}

/**
 * Writes model parameters as clients of the Langfuse API read them: text and numbers as sent, any other value as text of its JSON without
 * spaces. If they are not an object, or too long to be read at once, they are written as stored.
 */
function parametersAsText({ modelParameters: text }: Observation): StoredText {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return text ?? 'null';
  const asText = (value: string): string =>
    TEXT_OR_NUMBER.test(value) ? value : JSON.stringify(JSON.stringify(parseJson(value)));
  return joinMembers(new Map(Array.from(splitMembers(text), ([name, value]) => [name, asText(value)]))) ?? '{}';
}

/** First character of the JSON of a text or a number. */
const TEXT_OR_NUMBER = /^["\d-]/;

/** Start of a total that yields to the sum of the counts, which is stored after them (`LeastTotal`). */
const LEAST_TOTAL = ',"total":{';

/**
 * Writes the counts as sent and the total, which is the sum if none or a smaller one was sent. Counts that are too many to be held are
 * written as stored. They are parsed only if one may have to be removed, or has another name.
 */
export function usageDetails({ usageDetails: text, totalTokens }: Observation): StoredText {
  if (text === null) return totalTokens === null ? '{}' : `{"total":${totalTokens}}`;
  if (typeof text !== 'string') return text;
  if (!text.includes('null') && !text.includes(USAGE_ATTRIBUTES)) {
    if (totalTokens === null || text.endsWith(`,"total":${totalTokens}}`)) return text;
    const end = text.lastIndexOf(LEAST_TOTAL);
    const counts = text.slice(0, end < 0 ? -1 : end);
    const takesOne = text.startsWith('{"') && text.endsWith('}') && !counts.includes('"total"');
    if (takesOne) return `${counts},"total":${totalTokens}}`;
  }
  // null: sent as none.
  const sent = new Map(Object.entries(parseJson(text) as object).filter(([, count]) => typeof count === 'number'));
  const has = (name: string): boolean => sent.has(name);
  const buckets = Object.fromEntries(
    Array.from(sent, ([name, count]) => [answeredUsageType(name, has), count as number]),
  );
  return JSON.stringify(totalTokens === null ? buckets : { ...buckets, total: totalTokens });
}

/** Writes the costs as sent, otherwise as computed. */
export const costDetails = (observation: Observation): StoredText =>
  observation.costDetails ?? computedCost(observation);

function computedCost({ inputCost, outputCost, totalCost }: Observation): string {
  const amounts = [
    inputCost === null ? '' : `"input":${inputCost}`,
    outputCost === null ? '' : `"output":${outputCost}`,
    totalCost === null ? '' : `"total":${totalCost}`,
  ];
  return `{${amounts.filter((amount) => amount !== '').join()}}`;
}
