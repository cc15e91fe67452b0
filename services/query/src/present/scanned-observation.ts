import type { ObservationGroup } from '@sluice/api';
import { ANSWER_LIMITS, firstCharacters, joinMembers, parseJson, splitMembers } from '@sluice/record';
import type { ListedObservation, Observation, StoredText } from '@sluice/store/read';
import { costDetails, usageDetails } from './observation';
import { jsonOfText } from './json-as-text';
import { presentSecondsOrNull, presentTime } from './times';

/** Form of observations in an answer with a cursor. */
export interface ScanForm {
  readonly projectId: string;
  readonly groups: ReadonlySet<ObservationGroup>;
  /** Members of metadata that are not truncated. */
  readonly expanded: ReadonlySet<string>;
}

type Members = Readonly<Record<string, unknown>>;
type Texts = readonly (readonly [key: string, text: StoredText])[];

/** Members of the Langfuse API that no group adds, and for which Sluice has no values. */
const OF_LANGFUSE = { modelId: null, inputPrice: null, outputPrice: null, totalPrice: null };

/** Writes an observation with the members of the requested groups, in fragments (contract: Observations). */
export function presentScanned(listed: ListedObservation, form: ScanForm): StoredText[] {
  const groups = [...form.groups];
  const short = groups.map((group) => SHORT[group]?.(listed) ?? {});
  const texts = groups.flatMap((group) => LONG[group]?.(listed, form) ?? []);
  const core = { ...coreOf(listed.observation), projectId: form.projectId, ...OF_LANGFUSE };
  const members = JSON.stringify(Object.assign(core, ...short)).slice(0, -1);
  return [members, ...texts.flatMap(([key, text]) => [`,"${key}":`, text]), '}'];
}

const coreOf = (observation: Observation): Members => ({
  id: observation.id,
  traceId: observation.traceId,
  startTime: presentTime(observation.startTime),
  endTime: timeOrNull(observation.endTime),
  parentObservationId: observation.parentId,
  type: observation.type,
});

const timeOrNull = (micros: number | null): string | null => (micros === null ? null : presentTime(micros));

/** Members of a group that are never long. */
const SHORT: Partial<Record<ObservationGroup, (listed: ListedObservation) => Members>> = {
  basic: ({ observation, trace, isRoot }) => ({
    name: observation.name,
    level: observation.level,
    version: observation.version,
    environment: observation.environment,
    bookmarked: false,
    public: trace.public,
    userId: trace.userId,
    sessionId: trace.sessionId,
    isRootObservation: isRoot,
  }),
  time: ({ observation }) => ({
    completionStartTime: timeOrNull(observation.completionStartTime),
    createdAt: presentTime(observation.createdAt),
    updatedAt: presentTime(observation.updatedAt),
  }),
  model: ({ observation: { model } }) => ({ model, providedModelName: model, internalModelId: null }),
  usage: ({ observation: { totalCost } }) => ({ totalCost, usagePricingTierName: null }),
  prompt: ({ observation: { promptName, promptVersion } }) => ({ promptId: null, promptName, promptVersion }),
  metrics: ({ observation: { startTime, endTime, completionStartTime } }) => ({
    latency: presentSecondsOrNull(endTime === null ? null : endTime - startTime),
    timeToFirstToken: presentSecondsOrNull(
      completionStartTime === null ? null : Math.max(0, completionStartTime - startTime),
    ),
  }),
  trace_context: ({ trace }) => ({ release: trace.release, traceName: trace.name }),
};

/** Members of a group that may be long. */
const LONG: Partial<Record<ObservationGroup, (listed: ListedObservation, form: ScanForm) => Texts>> = {
  basic: ({ observation }) => [['statusMessage', observation.statusMessage ?? 'null']],
  io: ({ observation }) => [
    ['input', textOf(observation.input)],
    ['output', textOf(observation.output)],
  ],
  metadata: ({ observation }, { expanded }) => [['metadata', truncated(observation.metadata ?? '{}', expanded)]],
  model: ({ observation }) => [['modelParameters', observation.modelParameters ?? 'null']],
  usage: ({ observation }) => [
    ['usageDetails', usageDetails(observation)],
    ['costDetails', costDetails(observation)],
  ],
  trace_context: ({ trace }) => [['tags', trace.tags]],
};

/** Writes a value as text: a string as it is, any other value as its JSON. */
const textOf = (value: StoredText | null): StoredText => (value === null ? 'null' : jsonOfText(value));

/** Truncates the members of metadata; metadata that are too long to be held are written as stored. */
function truncated(metadata: StoredText, expanded: ReadonlySet<string>): StoredText {
  if (typeof metadata !== 'string' || metadata.length <= ANSWER_LIMITS.metadataText) return metadata;
  const members = Array.from(
    splitMembers(metadata),
    ([key, value]) => [key, expanded.has(key) ? value : truncatedValue(value)] as const,
  );
  return joinMembers(new Map(members)) ?? '{}';
}

function truncatedValue(value: string): string {
  if (value.length <= ANSWER_LIMITS.metadataText) return value;
  const text = value.startsWith('"') ? (parseJson(value) as string) : value;
  const shown = firstCharacters(text, ANSWER_LIMITS.metadataText);
  return shown === text ? value : JSON.stringify(shown);
}
