import type { Micros } from '@sluice/record';
import { NO_ROOTS, RootChange, type RootCounts, type RootFields } from './roots';
import { type Contribution, NO_USAGE, type RowCounts, type UsageSums, UsageTable, addUsage } from './usage';

/** Sums over the observations of a trace, in the row of the trace. */
export interface TraceSummary extends UsageSums, RowCounts {
  /** Undefined without observations. */
  readonly minStart: Micros | undefined;
  readonly maxEnd: Micros | undefined;
  readonly roots: RootCounts;
}

export const NO_OBSERVATIONS: TraceSummary = {
  ...NO_USAGE,
  ...{ errors: 0, warnings: 0, costed: 0 },
  ...{ minStart: undefined, maxEnd: undefined, roots: NO_ROOTS },
};

/** Changes of the observations of one trace, collected and then applied to its sums. */
export class SummaryChange {
  /** Differences by day and model. */
  readonly usage = new UsageTable();
  /** Undefined: none was removed. */
  #removed: Contribution[] | undefined;
  /** Differences. */
  #errors = 0;
  #warnings = 0;
  #costed = 0;
  /** Extremes of the added observations. */
  #minStart: Micros | undefined;
  #maxEnd: Micros | undefined;
  readonly #roots = new RootChange();

  add(contribution: Contribution, fields: RootFields): void {
    const { start, end } = contribution;
    this.usage.add(contribution, contribution);
    this.#count(contribution, 1);
    this.#roots.add(fields, start);
    this.#minStart = earlier(this.#minStart, start);
    this.#maxEnd = later(this.#maxEnd, end);
  }

  /** Whether no observation was removed or replaced, so that no usage of a day and model becomes zero. */
  get isAddition(): boolean {
    return this.#removed === undefined;
  }

  remove(contribution: Contribution, fields: RootFields): void {
    this.usage.add(contribution, contribution, -1);
    this.#count(contribution, -1);
    this.#roots.remove(fields, contribution.start);
    (this.#removed ??= []).push(contribution);
  }

  /** Replaces the sums of an observation that now counts and did not, or the reverse; its times stay. */
  recount(before: Contribution, after: Contribution): void {
    this.usage.add(before, before, -1);
    this.usage.add(after, after);
    this.#count(before, -1);
    this.#count(after, 1);
  }

  /**
   * Returns the sums after the change. `extremesMoved`: an observation with the earliest start or the latest end was removed, so the
   * extremes have to be read from the rows. `rootsMoved`: so have the counts of the roots.
   */
  applyTo(summary: TraceSummary): { summary: TraceSummary; extremesMoved: boolean; rootsMoved: boolean } {
    const { minStart, maxEnd, roots } = summary;
    const after = {
      // Written out: a copy of all members and a change of some is slower.
      observations: summary.observations,
      inputTokens: summary.inputTokens,
      outputTokens: summary.outputTokens,
      totalTokens: summary.totalTokens,
      cost: summary.cost,
      errors: summary.errors + this.#errors,
      warnings: summary.warnings + this.#warnings,
      costed: summary.costed + this.#costed,
      minStart: earlier(this.#minStart, minStart),
      maxEnd: later(this.#maxEnd, maxEnd),
      roots: NO_ROOTS,
    };
    for (const { sums } of this.usage.entries()) addUsage(after, sums);
    const rootsAfter = this.#roots.applyTo({ roots, minStart, observations: after.observations, errors: after.errors });
    after.roots = rootsAfter ?? NO_ROOTS;
    return {
      summary: after,
      extremesMoved: this.#removed?.some(({ start, end }) => start === minStart || end === maxEnd) === true,
      rootsMoved: rootsAfter === undefined,
    };
  }

  #count({ errors, warnings, costed }: RowCounts, factor: 1 | -1): void {
    this.#errors += factor * errors;
    this.#warnings += factor * warnings;
    this.#costed += factor * costed;
  }
}

/** Returns the earlier of two times, either of which may be missing. */
function earlier(a: Micros | undefined, b: Micros | undefined): Micros | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function later(a: Micros | undefined, b: Micros | undefined): Micros | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
