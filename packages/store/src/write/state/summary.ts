import type { Micros } from '@sluice/record';
import { type Contribution, NO_USAGE, type RowCounts, type UsageSums, UsageTable, addUsage } from './usage';

/** What a trace's row sums up about its observations. */
export interface TraceSummary extends UsageSums, RowCounts {
  /** Undefined without observations. */
  readonly minStart: Micros | undefined;
  readonly maxEnd: Micros | undefined;
}

export const NO_OBSERVATIONS: TraceSummary = {
  ...NO_USAGE,
  ...{ errors: 0, warnings: 0, costed: 0 },
  ...{ minStart: undefined, maxEnd: undefined },
};

/** How the observations of one trace change: what goes and what comes, gathered and then applied to its summary. */
export class SummaryChange {
  /** Differences by day and model. */
  readonly usage = new UsageTable();
  readonly #removed: Contribution[] = [];
  /** Differences. */
  readonly #counts = { errors: 0, warnings: 0, costed: 0 };
  /** Of what comes. */
  #minStart: Micros | undefined;
  #maxEnd: Micros | undefined;

  add(contribution: Contribution): void {
    const { start, end } = contribution;
    this.usage.add(contribution, contribution);
    this.#count(contribution, 1);
    this.#minStart = earlier(this.#minStart, start);
    this.#maxEnd = later(this.#maxEnd, end);
  }

  remove(contribution: Contribution): void {
    this.usage.add(contribution, contribution, -1);
    this.#count(contribution, -1);
    this.#removed.push(contribution);
  }

  /** Moves the sums of an observation that counts now and did not, or the reverse; its times stay. */
  recount(before: Contribution, after: Contribution): void {
    this.usage.add(before, before, -1);
    this.usage.add(after, after);
    this.#count(before, -1);
    this.#count(after, 1);
  }

  /**
   * The summary after the change. `extremesMoved`: an observation that held the earliest start or the latest end has
   * left it, so they have to be read from the rows.
   */
  applyTo(summary: TraceSummary): { summary: TraceSummary; extremesMoved: boolean } {
    const after = {
      ...summary,
      errors: summary.errors + this.#counts.errors,
      warnings: summary.warnings + this.#counts.warnings,
      costed: summary.costed + this.#counts.costed,
      minStart: earlier(this.#minStart, summary.minStart),
      maxEnd: later(this.#maxEnd, summary.maxEnd),
    };
    for (const { sums } of this.usage.entries()) addUsage(after, sums);
    const held = this.#removed.some(({ start, end }) => start === summary.minStart || end === summary.maxEnd);
    return { summary: after, extremesMoved: held };
  }

  #count({ errors, warnings, costed }: RowCounts, factor: 1 | -1): void {
    this.#counts.errors += factor * errors;
    this.#counts.warnings += factor * warnings;
    this.#counts.costed += factor * costed;
  }
}

/** Of two times, of which either may be missing. */
function earlier(a: Micros | undefined, b: Micros | undefined): Micros | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function later(a: Micros | undefined, b: Micros | undefined): Micros | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
