import type { Metrics } from '@sluice/runtime';
import type { IndexObserver } from './index-job';

export function createIndexObserver(metrics: Metrics): IndexObserver {
  const folded = metrics.counter({
    name: 'sluice_fold_traces_total',
    help: 'Traces folded into what lists and totals are read from; one that changes again counts again',
  });
  const sealed = metrics.counter({
    name: 'sluice_fold_sealed_total',
    help: 'Buckets of traces whose sums were made for daily metrics',
  });
  const failures = metrics.counter({
    name: 'sluice_fold_failures_total',
    help: 'Rounds that failed; they are tried again after seconds',
  });
  const waiting = metrics.gauge({
    name: 'sluice_fold_waiting_marks',
    help: 'Changes of traces that are not folded yet, of the process that folds; above 50000 reads go without what is folded',
  });
  const built = metrics.gauge({
    name: 'sluice_fold_built',
    help: '1: all traces are folded but those that have just changed; 0: another process folds, or traces from before are being folded',
  });
  const current = metrics.gauge({
    name: 'sluice_fold_current_timestamp_seconds',
    help: 'When this process last left nothing to fold; 0: never',
  });
  return {
    done(outcome) {
      folded.inc({}, outcome.indexed);
      if (outcome.rolledUp) sealed.inc();
      waiting.set(outcome.waiting);
      built.set(outcome.isComplete ? 1 : 0);
      if (outcome.isComplete && outcome.waiting === 0) current.setToCurrentTime();
    },
    idle() {
      waiting.set(0);
      built.set(0);
    },
    failed() {
      failures.inc();
    },
  };
}
