export { discardDeadLetter, listDeadLetters, readDeadLetter } from './dead-letters';
export type { DeadLetterFilter, DeadLetterSummary, StoredDeadLetter } from './dead-letters';
export { formatLetterId, parseLetterId } from './letter-id';
export type { LetterId } from './letter-id';
export { acceptGap, beginEpoch, listOffsets } from './offsets';
export type { Gap, StoredOffset } from './offsets';
export { ReplayRunningError, replayDeadLetters } from './replay';
export type { Replayed, ReplayParts } from './replay';
