import type { Micros } from '@sluice/record';
import type { CandidateBatch, CandidateTrace } from './trace-index';

/** Place of a match. */
export interface FoundRow {
  readonly key: string;
  readonly traceId: string;
  readonly id: string;
  readonly startTime: Micros;
}

/** Traces whose observations are read by the first statement, and at most; each further one reads twice as many. */
const FIRST_CHUNK = 100;
const LARGEST_CHUNK = 3200;

/** Order of the list: newest first, ties by the ids of the trace and the observation, both downwards. */
const compare = (a: FoundRow, b: FoundRow): number =>
  b.startTime - a.startTime || compareTexts(b.traceId, a.traceId) || compareTexts(b.id, a.id);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Reads the newest matches of traces, which are read in the order of their bounds until no other one can have a newer match.
 * @param dirty candidates in addition to the batches
 * @param read reads the newest matches of these traces, at most `count`
 */
export async function newestMatches(
  count: number,
  dirty: readonly CandidateTrace[],
  batches: AsyncIterable<CandidateBatch>,
  read: (traces: readonly CandidateTrace[]) => Promise<readonly FoundRow[]>,
): Promise<readonly FoundRow[]> {
  const isDirty = new Set(dirty.map(({ key }) => key));
  /** Candidates that are not read yet. */
  let waiting: readonly CandidateTrace[] = dirty;
  let newest: readonly FoundRow[] = [];
  let size = FIRST_CHUNK;
  const isFull = (bound: Micros): boolean => {
    const last = newest.length === count ? newest.at(-1) : undefined;
    return last !== undefined && last.startTime > bound;
  };
  /** Reads all candidates that none of a later batch precedes, but the last ones if they are too few for a statement. */
  const readDue = async (end: Micros): Promise<void> => {
    const due = waiting.filter(({ bound }) => bound >= end).sort((a, b) => b.bound - a.bound);
    const later = waiting.filter(({ bound }) => bound < end);
    const least = end === -Infinity ? 1 : FIRST_CHUNK;
    let at = 0;
    while (due.length - at >= least && !isFull(due[at]?.bound ?? end)) {
      newest = [...newest, ...(await read(due.slice(at, at + size)))].sort(compare).slice(0, count);
      at += size;
      size = Math.min(2 * size, LARGEST_CHUNK);
    }
    waiting = [...due.slice(at), ...later];
  };
  for await (const { candidates, end } of batches) {
    waiting = [...waiting, ...candidates.filter(({ key }) => !isDirty.has(key))];
    await readDue(end);
    if (isFull(waiting.reduce((most, { bound }) => Math.max(most, bound), end))) return newest;
  }
  await readDue(-Infinity);
  return newest;
}
