import { type NativeScore, type RefusedScore, decodeScores, isAccepted } from '@sluice/decode';
import { normalizeScores } from '@sluice/normalize';
import type { Received, Reading } from './read-result';
import { ascendingIds } from './record-ids';

/**
 * Reads the records of a body of `POST /api/public/scores`. A refused score of a list costs no other score.
 * @throws DecodeError, also for one score that is wrong
 */
export function* readScores(body: Buffer, { limits, receivedAt, requestId, prefixes }: Received): Reading {
  const read = decodeScores(body, limits.decode);
  const scores: readonly (NativeScore | RefusedScore)[] = read.scores;
  const accepted = scores.filter(isAccepted);
  const reasons = scores.flatMap((score) => (isAccepted(score) ? [] : [score.refused]));
  const context = { receivedAt, newRecordId: ascendingIds(requestId), prefixes, limits: limits.normalize };
  const records = normalizeScores(accepted, context);
  yield records;
  const scoreId = read.isList ? undefined : records[0]?.scores[0]?.id;
  const counts = { items: accepted.length, refused: reasons.length, reasons, omitted: [] };
  return scoreId === undefined ? counts : { ...counts, scoreId };
}
