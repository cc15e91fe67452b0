import type { ResendingClient } from '../../chaos/client';
import type { Verdict } from '../../chaos/verify';
import { formatCount, formatTable } from '../../report/table';
import type { PhaseLog } from './phase-log';
import { type LagSample, telling } from './lag';

/** Results of a run. */
export interface RunReport {
  /** Milliseconds. */
  readonly times: readonly (readonly [what: string, took: number])[];
  readonly log: PhaseLog;
  readonly samples: readonly LagSample[];
  readonly clients: readonly ResendingClient[];
  readonly verdict: Verdict;
}

/** Formats the results for a terminal. */
export function formatRun({ times, log, samples, clients, verdict: { stored, ledger } }: RunReport): string {
  const sum = (of: (client: ResendingClient) => number) =>
    formatCount(clients.reduce((total, each) => total + of(each), 0));
  const rows = [
    ...times.map(([what, took]) => [what, `${(took / 1000).toFixed(1)} s`]),
    ['requests acknowledged', sum(({ acknowledged }) => acknowledged)],
    [
      'connections refused / lost without an answer',
      `${formatCount(log.count('refused'))} / ${formatCount(log.count('lost'))}`,
    ],
    ['items acknowledged / stored', `${formatCount(stored.acknowledged)} / ${formatCount(stored.items)}`],
    ['records in the log / published again', `${formatCount(ledger.records)} / ${formatCount(ledger.repeated)}`],
    [
      'ledger: stored / duplicate / dead',
      `${formatCount(ledger.stored)} / ${formatCount(ledger.duplicate)} / ${formatCount(ledger.dead)}`,
    ],
  ];
  const course = telling(samples).map(({ at, waiting, writers, ready }) => [
    `${at.toFixed(0)} s`,
    formatCount(waiting),
    String(writers),
    String(ready),
  ]);
  const lag = course.length === 0 ? [] : [formatTable([['by lag', 'records waiting', 'writers', 'ready'], ...course])];
  return [formatTable(log.rows()), ...lag, formatTable(rows)].join('\n\n');
}
