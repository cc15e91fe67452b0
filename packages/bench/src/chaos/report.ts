import type { IndexWatch } from '../check/wait-for-index';
import { formatCount, formatTable } from '../report/table';
import type { ResendingClient } from './client';
import type { History } from './history';
import type { EpisodeReport } from './run';
import type { Verdict } from './verify';

/** Formats the report of a run as one table. */
export function formatReport(parts: {
  readonly clients: readonly ResendingClient[];
  readonly history: History;
  readonly run: {
    readonly episodes: readonly EpisodeReport[];
    readonly hostileRequests: number;
    readonly watched: IndexWatch;
  };
  /** Answers that faults dropped. */
  readonly cut: { readonly produce: number; readonly commit: number };
  readonly verdict: Verdict;
  readonly violations: number;
}): string {
  const { clients, history, run, cut, verdict, violations } = parts;
  const { ok, fail, unknown } = history.counts;
  const { stored, ledger } = verdict;
  const sum = (of: (client: ResendingClient) => number) =>
    formatCount(clients.reduce((total, each) => total + of(each), 0));
  const rows = [
    ['requests acknowledged', sum(({ acknowledged }) => acknowledged)],
    [
      'attempts: answered 200 / certainly not done / anything else',
      `${formatCount(ok)} / ${formatCount(fail)} / ${formatCount(unknown)}`,
    ],
    ['requests that had to be refused', formatCount(run.hostileRequests)],
    ['acknowledged requests that were sent again', sum(({ sentAgain }) => sentAgain)],
    ['items acknowledged / stored', `${formatCount(stored.acknowledged)} / ${formatCount(stored.items)}`],
    [
      'records in the log / published again / poison',
      `${formatCount(ledger.records)} / ${formatCount(ledger.repeated)} / ${formatCount(ledger.poison)}`,
    ],
    [
      'ledger: stored / duplicate / dead',
      `${formatCount(ledger.stored)} / ${formatCount(ledger.duplicate)} / ${formatCount(ledger.dead)}`,
    ],
    ['answers cut: Produce / COMMIT', `${formatCount(cut.produce)} / ${formatCount(cut.commit)}`],
    [
      'comparisons of all sums meanwhile / with all folded / buckets with sums, at most',
      `${run.watched.compared} / ${run.watched.built} / ${run.watched.mostSealed}`,
    ],
    ...faultRows(run.episodes),
    ['violations', formatCount(violations)],
  ];
  return formatTable(rows);
}

/** Rows with the number of each fault, and median and maximum of its recovery time. */
function faultRows(episodes: readonly EpisodeReport[]): string[][] {
  const times = new Map<string, number[]>();
  for (const { kinds, recoveryMs = Infinity } of episodes) {
    for (const kind of kinds) times.set(kind, [...(times.get(kind) ?? []), recoveryMs]);
  }
  const seconds = (milliseconds: number | undefined) =>
    milliseconds === undefined || milliseconds === Infinity ? '-' : `${(milliseconds / 1000).toFixed(1)} s`;
  return [...times].map(([kind, all]) => {
    const sorted = all.sort((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return [`${kind} ×${all.length}: recovery, median / longest`, `${seconds(middle)} / ${seconds(sorted.at(-1))}`];
  });
}
