import type { IndexWatch } from '../check/wait-for-index';
import { Distribution } from '../report/distribution';
import { formatCount, formatTable } from '../report/table';
import { formatSeconds } from '../report/timed';
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
  const rows = [
    [
      'attempts: answered 200 / certainly not done / anything else',
      `${formatCount(ok)} / ${formatCount(fail)} / ${formatCount(unknown)}`,
    ],
    ['requests that had to be refused', formatCount(run.hostileRequests)],
    ...itemRows(clients, verdict),
    ['answers cut: Produce / COMMIT', `${formatCount(cut.produce)} / ${formatCount(cut.commit)}`],
    [
      'comparisons of all sums meanwhile / with all indexed / segments with rollups, at most',
      `${run.watched.compared} / ${run.watched.complete} / ${run.watched.mostValid}`,
    ],
    ...faultRows(run.episodes),
    ['violations', formatCount(violations)],
  ];
  return formatTable(rows);
}

/** Number of requests that were acknowledged over gRPC. */
export const acknowledgedOverGrpc = (clients: readonly ResendingClient[]): number =>
  clients.reduce((sum, { protocol, acknowledged }) => sum + (protocol === 'gRPC' ? acknowledged : 0), 0);

/** Rows with the counts of requests, items and records of a run. */
export function itemRows(clients: readonly ResendingClient[], { stored, ledger }: Verdict): string[][] {
  const sum = (of: (client: ResendingClient) => number) =>
    formatCount(clients.reduce((total, each) => total + of(each), 0));
  const counts = (...values: number[]) => values.map(formatCount).join(' / ');
  return [
    ['requests acknowledged', sum(({ acknowledged }) => acknowledged)],
    ['… of them over gRPC', formatCount(acknowledgedOverGrpc(clients))],
    ['acknowledged requests that were sent again', sum(({ sentAgain }) => sentAgain)],
    ['items acknowledged / stored', counts(stored.acknowledged, stored.items)],
    ['records in the log / published again / poison', counts(ledger.records, ledger.repeated, ledger.poison)],
    ['ledger: stored / duplicate / dead', counts(ledger.stored, ledger.duplicate, ledger.dead)],
  ];
}

/** Rows with the number of each fault, and median and maximum of its recovery time. */
function faultRows(episodes: readonly EpisodeReport[]): string[][] {
  const times = new Map<string, number[]>();
  for (const { kinds, recoveryMs = Infinity } of episodes) {
    for (const kind of kinds) times.set(kind, [...(times.get(kind) ?? []), recoveryMs]);
  }
  return [...times].map(([kind, all]) => {
    const recovery = Distribution.of(all);
    const [median, longest] = [0.5, 1].map((share) => formatSeconds(recovery.quantile(share)));
    return [`${kind} ×${all.length}: recovery, median / longest`, `${median} / ${longest}`];
  });
}
