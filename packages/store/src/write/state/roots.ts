import type { Micros, Observation } from '@sluice/record';

/**
 * Counts of the roots of a trace, from which its outcome follows (contract: Outcome). The roots are its top-level observations, else those
 * that are marked as root, else the one that starts first.
 */
export interface RootCounts {
  readonly topLevel: number;
  /** Observations that are marked as root, whether top-level or not. */
  readonly marked: number;
  /** Roots of level ERROR. */
  readonly failed: number;
  /** Roots without the end that they await. A root that only starts first is always open: its parent has not arrived. */
  readonly open: number;
}

export const NO_ROOTS: RootCounts = { topLevel: 0, marked: 0, failed: 0, open: 0 };

/** Fields of an observation that decide whether it is a root, and the state of a root. */
export type RootFields = Pick<Observation, 'id'> & {
  readonly [Name in 'parentId' | 'isRoot' | 'level' | 'type' | 'endTime' | 'awaitsEnd']?: Observation[Name] | null;
};

interface Difference {
  count: number;
  failed: number;
  open: number;
}

/** State of a trace that decides the roots beside their counts. */
interface Surroundings {
  readonly roots: RootCounts;
  /** Earliest start before the change; undefined: the trace had no observations. */
  readonly minStart: Micros | undefined;
  /** Numbers after the change. */
  readonly observations: number;
  readonly errors: number;
}

/** Changes of the observations of one trace, collected and then applied to the counts of its roots. */
export class RootChange {
  readonly #topLevel: Difference = { count: 0, failed: 0, open: 0 };
  readonly #marked: Difference = { count: 0, failed: 0, open: 0 };
  /** The added observation that starts first. */
  #first: { readonly start: Micros; readonly id: string; readonly failed: number } | undefined;
  /** Earliest start of a removed observation. */
  #removedStart = Infinity;

  add(fields: RootFields, start: Micros): void {
    this.#count(fields, 1);
    const first = this.#first;
    if (first === undefined || start < first.start || (start === first.start && fields.id < first.id)) {
      this.#first = { start, id: fields.id, failed: Number(fields.level === 'ERROR') };
    }
  }

  remove(fields: RootFields, start: Micros): void {
    this.#count(fields, -1);
    this.#removedStart = Math.min(this.#removedStart, start);
  }

  /** Returns the counts after the change; undefined if they have to be read from the rows. */
  applyTo({ roots, minStart, observations, errors }: Surroundings): RootCounts | undefined {
    const topLevel = roots.topLevel + this.#topLevel.count;
    const marked = roots.marked + this.#marked.count;
    const counts = (before: RootCounts, difference: Difference): RootCounts => ({
      topLevel,
      marked,
      failed: before.failed + difference.failed,
      open: before.open + difference.open,
    });
    if (topLevel > 0) return counts(roots.topLevel > 0 ? roots : NO_ROOTS, this.#topLevel);
    if (marked > 0) {
      if (roots.marked === 0) return counts(NO_ROOTS, this.#marked);
      return roots.topLevel > 0 ? undefined : counts(roots, this.#marked);
    }
    const failed = errors === 0 ? 0 : this.#isFirstFailed(roots, minStart);
    return failed === undefined ? undefined : { topLevel, marked, failed, open: Math.min(observations, 1) };
  }

  /** Returns 1 if the observation that starts first has level ERROR, else 0; undefined if it is not known. */
  #isFirstFailed(roots: RootCounts, minStart: Micros | undefined): number | undefined {
    const first = this.#first;
    if (minStart === undefined || (first !== undefined && first.start < minStart)) return first?.failed;
    const isSame = this.#removedStart > minStart && (first === undefined || first.start > minStart);
    return isSame && roots.topLevel === 0 && roots.marked === 0 ? roots.failed : undefined;
  }

  #count(fields: RootFields, factor: 1 | -1): void {
    if ((fields.parentId ?? null) === null) count(this.#topLevel, fields, factor);
    if (fields.isRoot === true) count(this.#marked, fields, factor);
  }
}

function count(difference: Difference, { level, type, endTime, awaitsEnd }: RootFields, factor: 1 | -1): void {
  difference.count += factor;
  if (level === 'ERROR') difference.failed += factor;
  if ((endTime ?? null) === null && awaitsEnd === true && type !== 'EVENT') difference.open += factor;
}
