import type { ResendingClient } from '../../chaos/client';
import { itemRows } from '../../chaos/report';
import type { Verdict } from '../../chaos/verify';
import { formatCount, formatTable } from '../../report/table';
import { formatSeconds } from '../../report/timed';
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
export function formatRun({ times, log, samples, clients, verdict }: RunReport): string {
  const rows = [
    ...times.map(([what, took]) => [what, formatSeconds(took)]),
    [
      'connections refused / lost without an answer',
      `${formatCount(log.count('refused'))} / ${formatCount(log.count('lost'))}`,
    ],
    ...itemRows(clients, verdict),
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
