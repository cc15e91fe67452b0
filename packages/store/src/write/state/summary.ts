import type { Micros } from '@sluice/record';
import { type Contribution, NO_USAGE, type UsageSums, UsageTable, addUsage } from './usage';

/** What a trace's row sums up about its observations. */
export interface TraceSummary extends UsageSums {
  /** Undefined without observations. */
  readonly minStart: Micros | undefined;
  readonly maxEnd: Micros | undefined;
}

export const NO_OBSERVATIONS: TraceSummary = { ...NO_USAGE, minStart: undefined, maxEnd: undefined };

/** How the observations of one trace change: what goes and what comes, gathered and then applied to its summary. */
export class SummaryChange {
  /** Differences by day and model. */
  readonly usage = new UsageTable();
  readonly #added: Contribution[] = [];
  readonly #removed: Contribution[] = [];

  add(contribution: Contribution): void {
    this.#added.push(contribution);
    this.usage.add(contribution, contribution);
  }

  remove(contribution: Contribution): void {
    this.#removed.push(contribution);
    this.usage.add(contribution, contribution, -1);
  }

  /**
   * The summary after the change. `extremesMoved`: an observation that held the earliest start or the latest end has
   * left it, so they have to be read from the rows.
   */
  applyTo(summary: TraceSummary): { summary: TraceSummary; extremesMoved: boolean } {
    const sums = this.#removed.reduce(
      (sum, each) => addUsage(sum, each, -1),
      this.#added.reduce<UsageSums>((sum, each) => addUsage(sum, each), summary),
    );
    let { minStart, maxEnd } = summary;
    for (const { start, end } of this.#added) {
      minStart = minStart === undefined ? start : Math.min(minStart, start);
      maxEnd = maxEnd === undefined ? end : Math.max(maxEnd, end);
    }
    const held = this.#removed.some(({ start, end }) => start === summary.minStart || end === summary.maxEnd);
    return { summary: { ...sums, minStart, maxEnd }, extremesMoved: held };
  }
}
