import type { Metrics } from '@sluice/runtime';
import type { MetricRollupObserver } from './metric-rollup-job';

export function createMetricRollupObserver(metrics: Metrics): MetricRollupObserver {
  const hours = metrics.counter({
    name: 'sluice_metric_fold_hours_total',
    help: 'Hours of metric series that this process has folded, those that were folded again too',
  });
  const marks = metrics.gauge({
    name: 'sluice_metric_fold_marks',
    help: 'Marks of changed hours that wait for the fold, up to a million: queries read the points of such hours',
  });
  const before = metrics.gauge({
    name: 'sluice_metric_fold_before_timestamp_seconds',
    help: 'Hours before it are folded; 0: none are yet, and queries read points',
  });
  const failures = metrics.counter({
    name: 'sluice_metric_fold_failures_total',
    help: 'Runs of the fold that failed; they are tried again after two seconds',
  });
  return {
    done(outcome) {
      hours.inc(outcome.hours);
      marks.set(outcome.marks);
      before.set((outcome.foldedBefore ?? 0) / 1e6);
    },
    failed() {
      failures.inc();
    },
  };
}
