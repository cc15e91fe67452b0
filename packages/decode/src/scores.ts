import {
  ITEM_LIMITS,
  type Micros,
  SCORE_LIMITS,
  SCORE_TYPES,
  type ScoreType,
  exceedsBytes,
  isLonger,
  splitElements,
} from '@sluice/record';
import { checkOf } from './check-body';
import { DecodeError } from './decode-error';
import { isObject, rawBody } from './json-body';
import type { Limits } from './limits';
import type { JsonTexts } from './native';
import { metadataOf, present } from './native-fields';
import { NativeMembers } from './native-members';
import { itemTexts } from './native-texts';
import type { Sent } from './schemas/body-schema';
import { SCORE, type ScoreMember } from './schemas/score';
import { OBSERVATION_ID, type SentId, TRACE_ID, idOf, scoreIdOf } from './sent-ids';

/** Score of a body or an event after validation (contract: Scores). A member that was not sent is missing. */
export interface NativeScore {
  /** Id as sent; missing if the score is to have a new one. */
  readonly id?: string;
  readonly name: string;
  readonly dataType: ScoreType;
  /** Finite; missing for TEXT and CORRECTION. */
  readonly value?: number;
  /** Missing for NUMERIC. */
  readonly stringValue?: string;
  readonly trace?: SentId;
  readonly observation?: SentId;
  readonly sessionId?: string;
  readonly datasetRunId?: string;
  readonly source: 'API';
  /** null: the comment is removed. */
  readonly comment?: string | null;
  readonly metadata?: JsonTexts;
  readonly environment?: string;
  readonly queueId?: string;
  readonly timestamp?: Micros;
}

/** Score of a list that is not stored. The message names the member and what is accepted. */
export interface RefusedScore {
  readonly refused: string;
}

/** Returns whether a score of a list is stored. */
export const isAccepted = (score: NativeScore | RefusedScore): score is NativeScore => !('refused' in score);

/** Body of `POST /api/public/scores`: one score, or a list in which each is stored or refused by itself. */
export type ScoreBody =
  | { readonly isList: false; readonly scores: readonly [NativeScore] }
  | { readonly isList: true; readonly scores: readonly (NativeScore | RefusedScore)[] };

const checkScore = checkOf(SCORE) as (body: unknown, path: string) => Sent<ScoreMember>;

/**
 * Reads a body of `POST /api/public/scores`.
 * @throws DecodeError for a body that is not JSON, neither an object nor a list, or has too many scores, and for one score that is wrong
 */
export function decodeScores(body: Buffer, limits: Limits): ScoreBody {
  const { value, text } = rawBody(body, limits).open('the body');
  if (!Array.isArray(value)) {
    if (!isObject(value)) throw new DecodeError('invalid', 'the body must be a score, or a list of scores');
    return { isList: false, scores: [readScore(value, itemTexts(text), '', limits)] };
  }
  if (value.length > SCORE_LIMITS.list) {
    throw new DecodeError('too-large', `the body must not have more than ${SCORE_LIMITS.list} scores`);
  }
  const texts = splitElements(text);
  const scores = value.map((each: unknown, index): NativeScore | RefusedScore => {
    try {
      return readScore(each, itemTexts(texts[index] ?? '{}'), `[${index}]`, limits);
    } catch (error) {
      if (error instanceof DecodeError) return { refused: error.message };
      throw error;
    }
  });
  return { isList: true, scores };
}

/**
 * Reads a score of a body or an event.
 * @param texts its free-form members as they were sent
 * @param path of the score in the body, '' for the body, for messages
 * @throws DecodeError
 */
export function readScore(body: unknown, texts: JsonTexts, path: string, limits: Limits): NativeScore {
  const raw = checkScore(body, path);
  const bounded = { ...limits, valueBytes: Math.min(limits.valueBytes, SCORE_LIMITS.valueBytes) };
  const members = new NativeMembers<ScoreMember>(raw, texts, path, bounded, Infinity);
  const name = members.text(ITEM_LIMITS.name, 'name') as string;
  if (name === '') throw members.invalid('name', `must be a text of 1 to ${ITEM_LIMITS.name} characters`);
  const trace = idOf('traceId', raw, members, TRACE_ID);
  const observation = idOf('observationId', raw, members, OBSERVATION_ID);
  const sessionId = members.filledText(ITEM_LIMITS.text, 'sessionId');
  const datasetRunId = members.filledText(ITEM_LIMITS.text, 'datasetRunId');
  if (observation !== undefined && trace === undefined)
    throw members.invalid('observationId', 'must be sent with traceId');
  if (trace === undefined && sessionId === undefined && datasetRunId === undefined) {
    throw members.invalid('traceId', 'is required, or sessionId or datasetRunId');
  }
  checkSource(raw, members);
  const metadata = metadataOf(raw, members);
  if (metadata !== undefined) checkMetadata(metadata, members);
  return present<NativeScore>({
    id: scoreIdOf(raw, members),
    name,
    ...valueOf(raw, name, members),
    ...{ trace, observation, sessionId, datasetRunId, metadata },
    source: 'API',
    comment: raw.comment === null ? null : members.longText('comment'),
    environment: members.filledText(ITEM_LIMITS.text, 'environment'),
    queueId: members.filledText(ITEM_LIMITS.text, 'queueId'),
    timestamp: members.time('timestamp'),
  });
}

function checkSource(raw: Sent<ScoreMember>, members: NativeMembers<ScoreMember>): void {
  if ((raw.source ?? 'API') !== 'API' && raw.source !== 'ANNOTATION') {
    throw members.invalid('source', 'must be API, or ANNOTATION with configId');
  }
  if (typeof raw.configId === 'string' && raw.configId !== '') {
    throw members.invalid('configId', 'must be the id of a score config: no score config has this id');
  }
  if (raw.source === 'ANNOTATION') throw members.invalid('configId', 'is required for the source ANNOTATION');
}

/** A limit of the whole object: its members alone have none. */
function checkMetadata(metadata: JsonTexts, members: NativeMembers<ScoreMember>): void {
  let bytes = 0;
  for (const [key, text] of metadata) bytes += Buffer.byteLength(key) + Buffer.byteLength(text);
  if (bytes > SCORE_LIMITS.valueBytes) {
    throw members.invalid('metadata', `must not exceed ${SCORE_LIMITS.valueBytes} bytes`);
  }
}

type ScoreValue = Pick<NativeScore, 'dataType'> & {
  readonly value: number | undefined;
  readonly stringValue: string | undefined;
};

const TRUTH = ['False', 'True'] as const;

function valueOf(raw: Sent<ScoreMember>, name: string, members: NativeMembers<ScoreMember>): ScoreValue {
  const sent = raw.value as number | string | boolean;
  const dataType = typeOf(raw, members) ?? defaultType(sent);
  const refuse = (rule: string): DecodeError =>
    members.invalid('value', `must be ${rule} for the dataType ${dataType}`);
  switch (dataType) {
    case 'NUMERIC':
      if (typeof sent !== 'number' || !Number.isFinite(sent)) throw refuse('a finite number');
      return { dataType, value: sent, stringValue: undefined };
    case 'BOOLEAN': {
      const value = Number(sent);
      if (typeof sent === 'string' || (value !== 0 && value !== 1)) throw refuse('0, 1, true or false');
      return { dataType, value: value === 0 ? 0 : 1, stringValue: TRUTH[value] };
    }
    case 'CATEGORICAL':
      if (typeof sent !== 'string' || isLonger(sent, SCORE_LIMITS.text)) {
        throw refuse(`a text of up to ${SCORE_LIMITS.text} characters`);
      }
      return { dataType, value: 0, stringValue: sent };
    case 'TEXT':
      if (typeof sent !== 'string' || sent === '' || isLonger(sent, SCORE_LIMITS.text)) {
        throw refuse(`a text of 1 to ${SCORE_LIMITS.text} characters`);
      }
      return { dataType, value: undefined, stringValue: sent };
    case 'CORRECTION':
      if (name !== 'output') throw members.invalid('name', 'must be output for the dataType CORRECTION');
      if (typeof sent !== 'string' || exceedsBytes(sent, SCORE_LIMITS.valueBytes)) {
        throw refuse(`a text of up to ${SCORE_LIMITS.valueBytes} bytes`);
      }
      return { dataType, value: undefined, stringValue: sent };
  }
}

function typeOf(raw: Sent<ScoreMember>, members: NativeMembers<ScoreMember>): ScoreType | undefined {
  const sent = raw.dataType ?? undefined;
  const type = SCORE_TYPES.find((known) => known === sent);
  if (sent !== undefined && type === undefined)
    throw members.invalid('dataType', `must be one of ${SCORE_TYPES.join(', ')}`);
  return type;
}

function defaultType(value: number | string | boolean): ScoreType {
  if (typeof value === 'boolean') return 'BOOLEAN';
  return typeof value === 'number' ? 'NUMERIC' : 'CATEGORICAL';
}
