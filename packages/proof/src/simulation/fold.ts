import { type FoldedTrace, mergeObservations, mergeTraces } from '@sluice/store/write';

/** Two foldings of one trace as one. */
export function mergeFolded(a: FoldedTrace, b: FoldedTrace): FoldedTrace {
  const observations = new Map(a.observations);
  for (const [id, sent] of b.observations) {
    const before = observations.get(id);
    observations.set(id, before === undefined ? sent : mergeObservations(before, sent));
  }
  return { ...a, state: mergeTraces(a.state, b.state), observations };
}

/** How many observations of `sent` change nothing of `before`. */
export function countDuplicates(before: FoldedTrace | undefined, sent: FoldedTrace): number {
  let duplicates = 0;
  for (const [id, observation] of sent.observations) {
    const known = before?.observations.get(id);
    if (known === undefined) continue;
    if (mergeObservations(known, observation).updatedAt === known.updatedAt) duplicates += 1;
  }
  return duplicates;
}
