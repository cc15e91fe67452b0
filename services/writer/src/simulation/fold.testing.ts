import type { SluiceRecord, TraceRecord } from '@sluice/record';
import { type FoldedTrace, mergeObservations, mergeTraces } from '@sluice/store/write';
import { POISON } from './workload.testing';

/** Two foldings of one trace as one. */
export function mergeFolded(a: FoldedTrace, b: FoldedTrace): FoldedTrace {
  const observations = new Map(a.observations);
  for (const [id, said] of b.observations) {
    const before = observations.get(id);
    observations.set(id, before === undefined ? said : mergeObservations(before, said));
  }
  return { id: a.id, state: mergeTraces(a.state, b.state), observations };
}

/** How many observations of `said` change nothing of `before`. */
export function countDuplicates(before: FoldedTrace | undefined, said: FoldedTrace): number {
  let duplicates = 0;
  for (const [id, observation] of said.observations) {
    const known = before?.observations.get(id);
    if (known === undefined) continue;
    if (mergeObservations(known, observation).updatedAt === known.updatedAt) duplicates += 1;
  }
  return duplicates;
}

/** The record without the items that the database refuses, and their indices. */
export function withoutPoison<T extends SluiceRecord>(record: T): { record: T; poison: number[] } {
  const items = record.kind === 'trace' ? record.observations : record.points;
  const poison = items.flatMap((item, index) => (item.name === POISON ? [index] : []));
  if (poison.length === 0) return { record, poison };
  const rest = items.filter((item) => item.name !== POISON);
  return { record: { ...record, [record.kind === 'trace' ? 'observations' : 'points']: rest }, poison };
}

/**
 * Whether two values say the same, whatever the order of keys. Without `updatedAt`, which tells when a value was last
 * changed and so depends on the order of the records.
 */
export function saysSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    for (const [key, value] of a) if (!saysSame(value, b.get(key))) return false;
    return true;
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key === 'updatedAt' || saysSame((a as Members)[key], (b as Members)[key]));
}

type Members = Readonly<Record<string, unknown>>;

/** For a person to look at. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (member instanceof Map ? [...member] : member));
}

export function isTrace(record: SluiceRecord): record is TraceRecord {
  return record.kind === 'trace';
}
